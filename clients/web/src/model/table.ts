/** The table at which the person sits: the game so far, and what is going on. */

import { computed, signal } from "@preact/signals";
import type { Action } from "../gen/euchre/v1/action_pb";
import type { Strength } from "../gen/euchre/v1/practice_service_pb";
import type { Ruleset } from "../gen/euchre/v1/ruleset_pb";
import type { Trick } from "../gen/euchre/v1/view_pb";
import type { Practice } from "../wire/clients";
import { isEnd, isPassing, sentence } from "../wire/refusal";
import { pauseAfter, type Speed, wait } from "./pacing";
import { after, isMyTurn, isSettled, isTrickWon } from "./position";
import type { Game, Seating } from "./saved";

/** A call that never answers would hang the table. Bots of the expert's kind take their time. */
const DEADLINE = { timeoutMs: 120_000 };
/** Milliseconds before a broken call is made again: longer each time, up to the last. */
const RETRIES = [500, 1000, 2000, 4000, 8000];

export interface Surroundings {
  practice: Practice;
  /** How long acts stay to be looked at. */
  speed: () => Speed;
  /** Keeps the game, or forgets it. */
  save: (game: Game | undefined) => void;
}

export class Table {
  readonly game = signal<Game | undefined>(undefined);
  /** Whether acts are on their way. */
  readonly isBusy = signal(false);
  /** Why the last act was refused, in a sentence. */
  readonly refusal = signal("");
  /** Whether the way to the server is broken; it is tried again by itself. */
  readonly isCut = signal(false);
  /** Whether the game cannot go on: the server that dealt it is no more. */
  readonly isEnded = signal(false);
  /** The trick in the middle of the table: a complete one stays a while. */
  readonly trick = signal<Trick | undefined>(undefined);

  readonly position = computed(() => this.game.value?.position);
  readonly canAct = computed(() => {
    const position = this.position.value;
    const isFree = !this.isBusy.value && !this.isEnded.value;
    return position !== undefined && isFree && isMyTurn(position.view);
  });
  readonly canUndo = computed(() => (this.game.value?.past.length ?? 0) > 0);

  private running = new AbortController();

  constructor(private readonly around: Surroundings) {}

  /** Sits down at a new table and has the first hand dealt. Throws what the service refuses. */
  async begin(ruleset: Ruleset, strengths: readonly Strength[]): Promise<void> {
    const request = { ruleset, strengths: [...strengths] };
    const made = await this.around.practice.createTable(request, DEADLINE);
    const { state, table, view } = made;
    this.leave();
    const seating: Seating = {
      seat: made.seat ?? 0,
      seatKey: made.seatKey,
      ruleset: made.ruleset!,
      strengths: made.strengths,
    };
    this.show({ seating, position: { state, table, view: view!, log: [], sheet: [] }, past: [] });
    void this.goOn();
  }

  /** Takes up a game that was left. Bots that were to act, act. */
  resume(game: Game): void {
    this.leave();
    this.show(game);
    if (!isSettled(game.position.view)) void this.goOn();
  }

  /** Stops what is going on here; the game stays. */
  leave(): void {
    this.running.abort();
    this.running = new AbortController();
    this.isBusy.value = false;
    this.isCut.value = false;
    this.isEnded.value = false;
    this.refusal.value = "";
  }

  /** Goes back to where the person acted last. */
  undo(): void {
    const game = this.game.value;
    const position = game?.past.at(-1);
    if (!game || !position) return;
    this.leave();
    this.show({ ...game, position, past: game.past.slice(0, -1) });
    this.save();
  }

  /** Does something, if anything, and lets the others act until it is the person's turn again. */
  async goOn(action?: Action): Promise<void> {
    if (this.isBusy.value || !this.game.value) return;
    const { signal } = this.running;
    this.isBusy.value = true;
    this.refusal.value = "";
    let due = action;
    for (let tries = 0; ; tries += 1) {
      const before = this.position.value;
      try {
        await this.follow(due, signal, () => {
          due = undefined;
          tries = 0;
        });
        break;
      } catch (thrown) {
        if (signal.aborted) return;
        if (!isPassing(thrown)) {
          this.refusal.value = sentence(thrown);
          this.isEnded.value = isEnd(thrown);
          break;
        }
        // What arrived may be all that was to come: asking for more would deal the next hand.
        if (this.position.value !== before && isSettled(this.position.value!.view)) break;
        this.isCut.value = true;
        await wait(RETRIES[Math.min(tries, RETRIES.length - 1)]!, signal);
      }
      if (signal.aborted) return;
    }
    if (signal.aborted) return;
    this.isBusy.value = false;
    this.isCut.value = false;
    this.save();
  }

  /** One call: shows each act as it comes. */
  private async follow(due: Action | undefined, signal: AbortSignal, arrived: () => void) {
    const { seating, position } = this.game.value!;
    const request = {
      state: position.state,
      table: position.table,
      action: due,
      seatKey: seating.seatKey,
    };
    let isFirst = due !== undefined;
    for await (const step of this.around.practice.continue(request, { ...DEADLINE, signal })) {
      if (signal.aborted) return;
      const game = this.game.value!;
      const past = isFirst ? [...game.past, game.position] : game.past;
      this.isCut.value = false;
      arrived();
      this.show({ ...game, position: after(game.position, step), past });
      if (isFirst) this.save();
      isFirst = false;
      await wait(pauseAfter(step.view!, this.around.speed()), signal);
      if (signal.aborted) return;
      this.trick.value = step.view!.trick;
    }
  }

  private show(game: Game): void {
    const { view } = game.position;
    this.trick.value = isTrickWon(view) && this.isBusy.value ? view.tricks.at(-1) : view.trick;
    this.game.value = game;
  }

  private save(): void {
    const game = this.game.value;
    this.around.save(game);
  }
}
