/** One moment of a game, as a value: undoing is going back to an older one. */

import type { HandOutcome } from "../gen/euchre/v1/events_pb";
import type { ContinueResponse } from "../gen/euchre/v1/practice_service_pb";
import { Phase } from "../gen/euchre/v1/state_pb";
import type { View } from "../gen/euchre/v1/view_pb";
import { tell } from "../words/events";
import { People } from "../words/people";

/** A line of the score sheet. */
export interface SheetRow {
  hand: number;
  /** Undefined for points of a renege. */
  outcome: HandOutcome | undefined;
  changes: readonly number[];
  scores: readonly number[];
}

export interface Position {
  /** Sealed: what the rules service knows of the game. */
  state: Uint8Array;
  /** Sealed: what the host of the practice table knows of it. */
  table: Uint8Array;
  /** What the person sees. */
  view: View;
  /** The course of play in words. */
  log: readonly string[];
  sheet: readonly SheetRow[];
}

/** More than the hands of a long game have is of no use to anybody. */
const LONGEST_LOG = 300;

/** The position after one act. */
export function after(position: Position, step: ContinueResponse): Position {
  const view = step.view!;
  const people = People.around(view, view.seat ?? 0);
  const lines = view.events.flatMap((event) => tell(event, view, people) ?? []);
  return {
    state: step.state,
    table: step.table,
    view,
    log: [...position.log, ...lines].slice(-LONGEST_LOG),
    sheet: [...position.sheet, ...rows(view)],
  };
}

function rows(view: View): SheetRow[] {
  return view.events.flatMap(({ kind }) => {
    if (kind.case !== "handScored" && kind.case !== "renegeProved") return [];
    const { sides } = kind.value;
    const outcome = kind.case === "handScored" ? kind.value.outcome : undefined;
    const row = {
      hand: view.handNumber,
      outcome,
      changes: sides.map(({ change }) => change),
      scores: sides.map(({ score }) => score),
    };
    return [row];
  });
}

export function isMyTurn({ next, seat }: View): boolean {
  return next?.seat === seat && next?.phase !== Phase.DEAL;
}

/** Whether a hand, or the first of them, is to be dealt: at the person's word. */
export function isBetweenHands({ next }: View): boolean {
  return next?.phase === Phase.DEAL;
}

export function isOver({ next }: View): boolean {
  return next?.seat === undefined;
}

/** Whether nothing happens before the person does something. */
export function isSettled(view: View): boolean {
  return isMyTurn(view) || isBetweenHands(view) || isOver(view);
}

export function isTrickWon(view: View): boolean {
  return view.events.some(({ kind }) => kind.case === "trickWon");
}
