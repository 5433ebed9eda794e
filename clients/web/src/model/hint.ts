/** Advice for the person's own decision, from the person's own knowledge. */

import { equals } from "@bufbuild/protobuf";
import { signal } from "@preact/signals";
import { type Action, ActionSchema } from "../gen/euchre/v1/action_pb";
import type { ActionValue, SuggestResponse } from "../gen/euchre/v1/analysis_service_pb";
import type { Analysis } from "../wire/clients";
import { sentence } from "../wire/refusal";
import type { Position } from "./position";
import type { Seating } from "./saved";

/** Milliseconds of thought: the best found by then is good enough to learn from. */
const BUDGET_MS = 3000;
const DEADLINE = { timeoutMs: 15_000 };
/** The first advice of a machine waits until the solver is compiled. */
const FIRST = { timeoutMs: 120_000 };
/** Milliseconds after which the first advice is late. */
const LATE_MS = 5000;

export type Advice =
  | { state: "none" }
  | { state: "asked" }
  | { state: "warming" }
  | { state: "given"; answer: SuggestResponse }
  | { state: "failed"; why: string };

export class Hint {
  readonly advice = signal<Advice>({ state: "none" });
  /** The position the advice is for: a later one has none. */
  private asked: Position | undefined;
  private isWarm = false;

  constructor(private readonly analysis: Analysis) {}

  async ask({ seat, seatKey }: Seating, position: Position): Promise<void> {
    this.asked = position;
    this.advice.value = { state: "asked" };
    const { state } = position;
    const request = { state, seat, key: seatKey, budgetMs: BUDGET_MS };
    const deadline = this.isWarm ? DEADLINE : FIRST;
    const late = setTimeout(() => this.tellLate(position), LATE_MS);
    let advice: Advice;
    try {
      advice = { state: "given", answer: await this.analysis.suggest(request, deadline) };
      this.isWarm = true;
    } catch (thrown) {
      advice = { state: "failed", why: sentence(thrown) };
    } finally {
      clearTimeout(late);
    }
    if (this.asked === position) this.advice.value = advice;
  }

  private tellLate(position: Position): void {
    if (this.asked === position && !this.isWarm) this.advice.value = { state: "warming" };
  }

  forget(): void {
    this.asked = undefined;
    this.advice.value = { state: "none" };
  }
}

/** What an act is worth, if advice was given. */
export function worthOf(advice: Advice, action: Action | undefined): ActionValue | undefined {
  if (advice.state !== "given" || !action) return undefined;
  return advice.answer.values.find((value) => same(value.action, action));
}

export function isBest(advice: Advice, action: Action | undefined): boolean {
  return advice.state === "given" && action !== undefined && same(advice.answer.best, action);
}

function same(one: Action | undefined, other: Action): boolean {
  return one !== undefined && equals(ActionSchema, one, other);
}
