/** A recorded game, looked at act by act, with all cards open. */

import { computed, signal } from "@preact/signals";
import type { AnnotatedDecision, SeatSummary } from "../gen/euchre/v1/analysis_service_pb";
import type { ReadGame, ReadRecordResponse } from "../gen/euchre/v1/practice_service_pb";
import type { GameRecord } from "../gen/euchre/v1/record_pb";
import { Audience, type View } from "../gen/euchre/v1/view_pb";
import { type Analysis, type Practice, type Rules, SHORT } from "../wire/clients";
import { sentence } from "../wire/refusal";

/** A judgement on a long game takes a while. */
const LONG = { timeoutMs: 600_000 };
/** Samples for each decision: fewer than the service takes by itself, for a person waits for them. */
const SAMPLES = 150;

/** A moment of a game: after the deal, or after one act of a hand. */
export interface Moment {
  hand: number;
  /** From 0; -1 is the deal. */
  act: number;
}

export interface Wire {
  rules: Rules;
  practice: Practice;
  analysis: Analysis;
}

export type Judging =
  | { state: "none" }
  | { state: "working"; done: number; total: number }
  | { state: "done"; seats: SeatSummary[] }
  | { state: "failed"; why: string };

export class Review {
  readonly games = signal<ReadGame[]>([]);
  readonly chosen = signal(0);
  readonly at = signal(0);
  readonly view = signal<View | undefined>(undefined);
  readonly fault = signal("");
  readonly isLoading = signal(false);
  readonly judging = signal<Judging>({ state: "none" });
  readonly decisions = signal<ReadonlyMap<string, AnnotatedDecision>>(new Map());

  readonly game = computed(() => this.games.value[this.chosen.value]);
  readonly moments = computed(() => momentsOf(this.game.value?.record));
  readonly moment = computed(() => this.moments.value[this.at.value]);

  private views = new Map<number, Promise<View>>();
  private judged = new AbortController();

  constructor(private readonly wire: Wire) {}

  /** Opens what a file holds: EGN, or a record of ours. */
  async open(content: Uint8Array): Promise<void> {
    await this.load(() => this.wire.practice.readRecord({ content }, { timeoutMs: 60_000 }));
  }

  private async load(read: () => Promise<ReadRecordResponse>): Promise<void> {
    this.close();
    this.isLoading.value = true;
    try {
      const { games } = await read();
      this.games.value = games;
      this.choose(0);
    } catch (thrown) {
      this.fault.value = sentence(thrown);
    } finally {
      this.isLoading.value = false;
    }
  }

  /** Tells why nothing can be shown. */
  fail(why: string): void {
    this.close();
    this.fault.value = why;
  }

  close(): void {
    this.judged.abort();
    this.games.value = [];
    this.view.value = undefined;
    this.fault.value = "";
  }

  /** Takes one of the games of a match. */
  choose(game: number): void {
    this.judged.abort();
    this.judging.value = { state: "none" };
    this.decisions.value = new Map();
    this.views = new Map();
    this.chosen.value = game;
    void this.go(0);
  }

  async go(to: number): Promise<void> {
    const at = Math.max(0, Math.min(to, this.moments.value.length - 1));
    this.at.value = at;
    try {
      const view = await this.look(at);
      if (this.at.value !== at) return;
      this.view.value = view;
      this.fault.value = "";
      // The next one is most likely wanted next. If it fails, it will fail again when it is.
      if (at + 1 < this.moments.value.length) this.look(at + 1).catch(() => undefined);
    } catch (thrown) {
      if (this.at.value === at) this.fault.value = sentence(thrown);
    }
  }

  /** Goes to the deal of the hand before, this hand or the next, as `by` says. */
  async goToHand(by: number): Promise<void> {
    const hand = (this.moment.value?.hand ?? 0) + by;
    const at = this.moments.value.findIndex((moment) => moment.hand === hand && moment.act < 0);
    if (at >= 0) await this.go(at);
  }

  private look(at: number): Promise<View> {
    const known = this.views.get(at);
    if (known) return known;
    const views = this.views;
    const asked = this.replay(this.game.value!.record!, this.moments.value[at]!);
    views.set(at, asked);
    asked.catch(() => views.delete(at));
    return asked;
  }

  private async replay(record: GameRecord, moment: Moment): Promise<View> {
    const hands = record.hands.slice(0, moment.hand + 1).map(({ dealer, deck, acts }, place) => {
      const done = place < moment.hand ? acts : acts.slice(0, moment.act + 1);
      return { dealer, deck, actions: done.map(({ seat, action }) => ({ seat, action })) };
    });
    const { ruleset, initialScores } = record;
    const request = { ruleset, initialScores, hands, views: [{ audience: Audience.TABLE }] };
    const { transition, fault } = await this.wire.rules.replay(request, SHORT);
    if (fault) throw new Error(fault.error?.message ?? "The rules refuse this game.");
    return transition!.views[0]!;
  }

  /** Has every decision of the game judged; marks come in one after another. */
  async judge(): Promise<void> {
    const game = this.game.value;
    if (!game?.record) return;
    this.judged.abort();
    this.judged = new AbortController();
    const { signal } = this.judged;
    this.judging.value = { state: "working", done: 0, total: 0 };
    const request = { record: game.record, samples: SAMPLES, skip: game.guessed };
    try {
      for await (const { message } of this.wire.analysis.annotate(request, { ...LONG, signal })) {
        if (signal.aborted) return;
        if (message.case === "progress")
          this.judging.value = { state: "working", ...message.value };
        if (message.case === "decision") this.add(message.value);
        if (message.case === "summary") {
          this.judging.value = { state: "done", seats: message.value.seats };
        }
      }
    } catch (thrown) {
      if (!signal.aborted) this.judging.value = { state: "failed", why: sentence(thrown) };
    }
  }

  private add(decision: AnnotatedDecision): void {
    const key = keyOf({ hand: decision.hand, act: decision.act });
    this.decisions.value = new Map(this.decisions.value).set(key, decision);
  }
}

export function keyOf({ hand, act }: Moment): string {
  return `${hand}:${act}`;
}

export function momentsOf(record: GameRecord | undefined): Moment[] {
  return (record?.hands ?? []).flatMap((hand, place) =>
    Array.from({ length: hand.acts.length + 1 }, (_, act) => ({ hand: place, act: act - 1 })),
  );
}
