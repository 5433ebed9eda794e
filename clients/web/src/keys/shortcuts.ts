/** Which key does what at the table. Each is one character, as `KeyboardEvent.key` tells it. */

import type { Action } from "../gen/euchre/v1/action_pb";
import { Trump } from "../gen/euchre/v1/cards_pb";

const TRUMPS: Partial<Record<Trump, string>> = {
  [Trump.CLUBS]: "c",
  [Trump.DIAMONDS]: "d",
  [Trump.HEARTS]: "h",
  [Trump.SPADES]: "s",
  [Trump.NO_TRUMP]: "n",
  [Trump.NO_TRUMP_LOW]: "l",
};

/** The key of an act that has a button of its own. Alone is the capital letter. */
export function keyOf({ kind }: Action): string | undefined {
  switch (kind.case) {
    case "pass":
      return "p";
    case "orderUp":
      return kind.value.alone ? "O" : "o";
    case "nameTrump":
      return cased(TRUMPS[kind.value.trump], kind.value.alone);
    case "tricksBid":
      return bid(kind.value);
    case "swap":
      return "g";
    case "declineUpcard":
      return "v";
    case "goAlone":
      return "a";
    case "playWithPartner":
      return "w";
    case "fold":
      return "f";
    case "stay":
      return "y";
    case "redeal":
      return "r";
    case "takeDummy":
      return "t";
    default:
      return undefined;
  }
}

function cased(key: string | undefined, isCapital: boolean): string | undefined {
  return isCapital ? key?.toUpperCase() : key;
}

/** Bids that name a suit too are more than there are keys for: Tab leads to them. */
function bid({ amount, trump }: Extract<Action["kind"], { case: "tricksBid" }>["value"]) {
  if (trump !== Trump.UNSPECIFIED) return undefined;
  if (amount.case === "tricks") return String(amount.value);
  return amount.case === "moon" ? "m" : "x";
}

/** Keys that mean the same in every phase. */
export const DEAL = "n";
export const HINT = "i";
export const UNDO = "u";
export const HELP = "?";

/** The keys as the help page lists them. */
export const LISTED: readonly (readonly [keys: string, what: string])[] = [
  ["1 – 9", "play or lay down that card, counted from the left"],
  ["← →", "go along your cards; Enter or Space chooses"],
  ["P", "pass"],
  ["O, Shift O", "order up; alone"],
  ["C D H S, N, L", "name a suit, no trump, no trump nine high; with Shift: alone"],
  ["3 – 6, M, X", "bid that many tricks, the moon, a shooter"],
  ["G", "take the ghost hand"],
  ["A, W", "go alone, or with your partner"],
  ["Y, F", "stay in, or fold"],
  ["V", "leave the up-card"],
  ["R, T", "show a hand for a new deal, take the dummy hand"],
  ["N", "deal the next hand"],
  ["I", "hint"],
  ["U", "take back your last act"],
  ["?", "this list"],
];

/** The card that a digit stands for, from 0. */
export function cardPlace(key: string): number | undefined {
  return /^[1-9]$/.test(key) ? Number(key) - 1 : undefined;
}

/** Where the arrow keys lead from one of `count` things in a row; undefined for other keys. */
export function step(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case "ArrowLeft":
      return (from - 1 + count) % count;
    case "ArrowRight":
      return (from + 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
