/** A game as text, so that it outlives the page. */

import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";
import type { Strength } from "../gen/euchre/v1/practice_service_pb";
import { type Ruleset, RulesetSchema } from "../gen/euchre/v1/ruleset_pb";
import { ViewSchema } from "../gen/euchre/v1/view_pb";
import { isBetweenHands, type Position } from "./position";

/** What stays the same for a whole game. */
export interface Seating {
  seat: number;
  seatKey: Uint8Array;
  /** Whole. */
  ruleset: Ruleset;
  /** By seat; UNSPECIFIED for the person's. */
  strengths: readonly Strength[];
}

export interface Game {
  seating: Seating;
  position: Position;
  /** Where the person has acted, oldest first. */
  past: readonly Position[];
}

/** Who dealt the hand that is shown: once it is over, its view names the next dealer. */
export function dealerOf({ position, past }: Game): number | undefined {
  const { view } = position;
  if (!isBetweenHands(view) || view.handNumber === 0) return view.dealer;
  const during = past.findLast((one) => !isBetweenHands(one.view));
  return during?.view.handNumber === view.handNumber ? during.view.dealer : undefined;
}

/** What is kept of the past: more acts than anybody takes back, and little enough to store quickly. */
const KEPT = 30;
/** Raised whenever what was saved before could not be read any more. */
const VERSION = 1;

export function write({ seating, position, past }: Game): string {
  return JSON.stringify({
    version: VERSION,
    seat: seating.seat,
    seatKey: base64Encode(seating.seatKey),
    ruleset: base64Encode(toBinary(RulesetSchema, seating.ruleset)),
    strengths: seating.strengths,
    position: writePosition(position),
    past: past.slice(-KEPT).map(writePosition),
  });
}

/** Undefined for what this version of the page did not write. */
export function read(text: string): Game | undefined {
  try {
    const saved = JSON.parse(text);
    if (saved.version !== VERSION) return undefined;
    return {
      seating: {
        seat: saved.seat,
        seatKey: base64Decode(saved.seatKey),
        ruleset: fromBinary(RulesetSchema, base64Decode(saved.ruleset)),
        strengths: saved.strengths,
      },
      position: readPosition(saved.position),
      past: saved.past.map(readPosition),
    };
  } catch {
    return undefined;
  }
}

function writePosition({ state, table, view, log, sheet }: Position) {
  return {
    state: base64Encode(state),
    table: base64Encode(table),
    view: base64Encode(toBinary(ViewSchema, view)),
    log,
    sheet,
  };
}

function readPosition(saved: ReturnType<typeof writePosition>): Position {
  return {
    state: base64Decode(saved.state),
    table: base64Decode(saved.table),
    view: fromBinary(ViewSchema, base64Decode(saved.view)),
    log: saved.log,
    sheet: saved.sheet,
  };
}
