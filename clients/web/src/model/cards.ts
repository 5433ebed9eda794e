/** What a card's number says, and in which order people like to hold their cards. */

import { Card, Rank, Suit, Trump } from "../gen/euchre/v1/cards_pb";

export const SUITS = [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES] as const;

export function suitOf(card: Card): Suit {
  return Math.floor(card / 16);
}

export function rankOf(card: Card): Rank {
  return card % 16;
}

export function isRed(suit: Suit): boolean {
  return suit === Suit.DIAMONDS || suit === Suit.HEARTS;
}

export type Bower = "right bower" | "left bower";

/** Says whether a jack is a bower. Suit and Trump have the same numbers; colours add up to five. */
export function bower(card: Card, trump: Trump): Bower | undefined {
  if (card === Card.JOKER || rankOf(card) !== Rank.JACK) return undefined;
  const suit = suitOf(card);
  if (suit === Number(trump)) return "right bower";
  return suit + trump === 5 && trump !== Trump.UNSPECIFIED ? "left bower" : undefined;
}

/** Whether a card counts as trump: by its suit, as a bower, or as the joker. */
export function isTrump(card: Card, trump: Trump): boolean {
  if (trump < Trump.CLUBS || trump > Trump.SPADES) return false;
  return card === Card.JOKER || suitOf(card) === Number(trump) || bower(card, trump) !== undefined;
}

/** Colours alternate where they can. */
const ORDER_OF_SUITS = [Suit.UNSPECIFIED, Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS];

/** Sorts cards as a person holds them: trumps first, then suit by suit, high to low. */
export function inHand(cards: readonly Card[], trump: Trump): Card[] {
  return [...cards].sort((one, other) => place(one, trump) - place(other, trump));
}

function place(card: Card, trump: Trump): number {
  if (isTrump(card, trump)) {
    if (card === Card.JOKER) return -100;
    const which = bower(card, trump);
    if (which) return which === "right bower" ? -99 : -98;
    return -50 - rankOf(card);
  }
  const rank = rankOf(card);
  const descending = trump === Trump.NO_TRUMP_LOW ? rank : 20 - rank;
  return 100 * ORDER_OF_SUITS.indexOf(suitOf(card)) + descending;
}
