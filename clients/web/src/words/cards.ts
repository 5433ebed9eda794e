/** Cards, suits and trumps in words, for eyes and for ears. */

import { Card, Rank, Suit, Trump } from "../gen/euchre/v1/cards_pb";
import { bower, rankOf, suitOf } from "../model/cards";

const RANKS: Record<number, string> = {
  [Rank.SEVEN]: "seven",
  [Rank.EIGHT]: "eight",
  [Rank.NINE]: "nine",
  [Rank.TEN]: "ten",
  [Rank.JACK]: "jack",
  [Rank.QUEEN]: "queen",
  [Rank.KING]: "king",
  [Rank.ACE]: "ace",
};

const SUITS: Record<number, string> = {
  [Suit.CLUBS]: "clubs",
  [Suit.DIAMONDS]: "diamonds",
  [Suit.HEARTS]: "hearts",
  [Suit.SPADES]: "spades",
};

export function suitName(suit: Suit): string {
  return SUITS[suit] ?? "no suit";
}

/** Such as "jack of hearts, right bower". */
export function cardName(card: Card, trump: Trump = Trump.UNSPECIFIED): string {
  if (card === Card.JOKER) return "joker";
  const name = `${RANKS[rankOf(card)]} of ${suitName(suitOf(card))}`;
  const which = bower(card, trump);
  return which ? `${name}, ${which}` : name;
}

/** Such as "the jack of hearts, right bower". */
export function theCard(card: Card, trump?: Trump): string {
  return `the ${cardName(card, trump)}`;
}

export function trumpName(trump: Trump): string {
  if (trump === Trump.NO_TRUMP) return "no trump";
  if (trump === Trump.NO_TRUMP_LOW) return "no trump, nine high";
  return SUITS[trump] ?? "not fixed yet";
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
