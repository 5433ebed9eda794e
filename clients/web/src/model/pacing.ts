/** How long an act stays on the table before the next one: people cannot follow bots. */

import type { View } from "../gen/euchre/v1/view_pb";

export const SPEEDS = ["calm", "brisk", "instant"] as const;
export type Speed = (typeof SPEEDS)[number];

const FACTOR: Record<Speed, number> = { calm: 1, brisk: 0.45, instant: 0 };

/** Milliseconds to look at what the last act did. */
export function pauseAfter(view: View, speed: Speed): number {
  const longest = Math.max(0, ...view.events.map(({ kind }) => PAUSES[kind.case ?? ""] ?? 0));
  return longest * FACTOR[speed];
}

const PAUSES: Readonly<Record<string, number>> = {
  dealt: 700,
  called: 900,
  upcardTaken: 700,
  upcardLeft: 700,
  handSwapped: 900,
  cardLaidDown: 500,
  cardGiven: 700,
  cardPlayed: 650,
  trickWon: 1500,
};

/** Waits, unless it is broken off; tells whether it was. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}
