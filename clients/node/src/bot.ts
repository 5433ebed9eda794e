/**
 * A simple bot. It gives every legal action a value and takes the best, so it plays any ruleset;
 * its only knowledge of the game is which card beats which.
 */

import type { Action, TricksBid } from "./gen/euchre/v1/action_pb.js";
import { Trump, type Card } from "./gen/euchre/v1/cards_pb.js";
import type { View } from "./gen/euchre/v1/view_pb.js";
import { beats, power, RIGHT, tricks, tricksAtBest } from "./cards.js";

// Hands are valued in tenths of a trick.
/** Worth a call in a game with a partner, who is good for a trick. */
const TO_CALL = 20;
/** Nearly every trick. */
const TO_GO_ALONE = 44;
/** To stay in a hand that somebody else called: one trick is enough. */
const TO_STAY = 10;
/** The hand that is better than an unseen one. */
const TO_BE_KEPT = 6;
/** What a bidder hopes to be lucky by. */
const OPTIMISM = 5;

/** Returns the legal action that it likes best, the first of equals. There must be one. */
export function choose(view: View): Action {
  // A renege is allowed where it may be called; better not.
  const actions = view.legalActions.filter(({ renege }) => !renege).map(({ action }) => action!);
  const values = actions.map((action) => valueOf(view, action));
  const best = actions[values.indexOf(Math.max(...values))];
  if (!best) throw new Error("nothing to choose from");
  return best;
}

/**
 * Compares actions that are open at the same time. Doing nothing is worth 0: passing, folding,
 * playing with the partner.
 */
function valueOf(view: View, { kind }: Action): number {
  const { cards } = view.seats[view.seat!]!;
  switch (kind.case) {
    case "orderUp":
      // Suit and Trump have the same numbers.
      return tricks(cards, Number(view.proposed)) - threshold(kind.value.alone);
    case "nameTrump":
      return tricks(cards, kind.value.trump) - threshold(kind.value.alone);
    case "tricksBid":
      return valueOfBid(cards, kind.value);
    case "swap":
      return TO_BE_KEPT - tricksAtBest(cards);
    case "goAlone":
      return tricks(cards, view.trump) - TO_GO_ALONE;
    case "stay":
      return tricks(cards, view.trump) - TO_STAY;
    case "discard":
    case "layDown":
      return -power(kind.value.card, view.trump);
    case "declineUpcard":
      return -RIGHT; // Any card can go rather than this.
    case "giveCard":
      return power(kind.value.card, view.trump);
    case "playCard":
      return valueOfPlay(view, kind.value.card);
    case "claimRenege":
      return -1; // It does not watch for them.
    default:
      return 0;
  }
}

function threshold(alone: boolean): number {
  return alone ? TO_GO_ALONE : TO_CALL;
}

/** Is highest for the highest bid that the cards can make. */
function valueOfBid(cards: Card[], bid: TricksBid): number {
  // A moon or a shooter: all of them.
  const amount = 10 * (bid.amount.case === "tricks" ? bid.amount.value : cards.length);
  const expected = bid.trump === Trump.UNSPECIFIED ? tricksAtBest(cards) : tricks(cards, bid.trump);
  // Who must bid, bids low.
  return expected + OPTIMISM < amount ? -amount : amount;
}

/** Leads high, wins as cheaply as possible, and throws low: also under the partner. */
function valueOfPlay(view: View, card: Card): number {
  const { trump } = view;
  const mine = power(card, trump);
  const trick = view.trick?.cards ?? [];
  if (trick.length === 0) return mine;
  const winner = trick.reduce((best, other) =>
    beats(other.card, best.card, trump) ? other : best,
  );
  const ours = view.seats[winner.seat!]!.side === view.seats[view.seat!]!.side;
  return !ours && beats(card, winner.card, trump) ? 100 - mine : -mine;
}
