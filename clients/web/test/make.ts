/** Views as the service would send them, with what a test is about. */

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Phase } from "../src/gen/euchre/v1/state_pb";
import { SeatStatus, type View, ViewSchema } from "../src/gen/euchre/v1/view_pb";

type Given = MessageInitShape<typeof ViewSchema>;

/** A partnership table for four, seen from seat 0, in the middle of play. */
export function pairs(given: Given = {}): View {
  return table(4, (seat) => seat % 2, given);
}

/** A table where everybody plays alone. */
export function solo(seats: number, given: Given = {}): View {
  return table(seats, (seat) => seat, given);
}

function table(count: number, sideOf: (seat: number) => number, given: Given): View {
  const seats = Array.from({ length: count }, (_, seat) => ({
    seat,
    side: sideOf(seat),
    status: SeatStatus.IN,
  }));
  const next = { phase: Phase.PLAY, seat: 0 };
  return create(ViewSchema, { seat: 0, dealer: 3, handNumber: 1, seats, next, ...given } as Given);
}
