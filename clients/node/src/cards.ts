/** Which card beats which, and what cards are worth. */

import { Card, Rank, Suit, Trump } from "./gen/euchre/v1/cards_pb.js";

/** The power of the highest trumps, above the others (16 and their rank). */
const LEFT = 31;
export const RIGHT = 32;
const JOKER = 33;

/** Orders the cards of a suit, and puts every trump above every other card. */
export function power(card: Card, trump: Trump): number {
  const suit = Math.floor(card / 16);
  const rank = card % 16;
  if (card === Card.JOKER) return JOKER;
  if (trump === Trump.NO_TRUMP_LOW) return Rank.JOKER - rank;
  // Suit and Trump have the same numbers; suits of one colour are 1 and 4, 2 and 3.
  if (rank === Rank.JACK && suit === Number(trump)) return RIGHT;
  if (rank === Rank.JACK && suit + trump === 5) return LEFT;
  return suit === Number(trump) ? 16 + rank : rank;
}

/** The suit that a card belongs to: the left bower is a trump, and so is the joker. */
function suitOf(card: Card, trump: Trump): Suit {
  return power(card, trump) >= LEFT ? Number(trump) : Math.floor(card / 16);
}

/** Whether a card wins over one that was played before it and leads the trick so far. */
export function beats(card: Card, leading: Card, trump: Trump): boolean {
  const isTrump = power(card, trump) > Rank.JOKER;
  const sameSuit = suitOf(card, trump) === suitOf(leading, trump);
  return (isTrump || sameSuit) && power(card, trump) > power(leading, trump);
}

/** Guesses how many tricks cards take, in tenths. */
export function tricks(cards: Card[], trump: Trump): number {
  const worth = (strength: number) => {
    if (strength >= LEFT) return 10;
    if (strength > Rank.JOKER) return 7;
    return strength === Rank.ACE ? 5 : 0;
  };
  return cards.reduce((total, card) => total + worth(power(card, trump)), 0);
}

/** What cards take with the suit as trump that suits them best, in tenths of a trick. */
export function tricksAtBest(cards: Card[]): number {
  const suits = [Trump.CLUBS, Trump.DIAMONDS, Trump.HEARTS, Trump.SPADES];
  return Math.max(...suits.map((trump) => tricks(cards, trump)));
}
