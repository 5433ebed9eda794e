/** A card in a line of text: its rank and its suit's sign. */

import { Card, Rank, type Trump } from "../gen/euchre/v1/cards_pb";
import { isRed, rankOf, suitOf } from "../model/cards";
import { cardName } from "../words/cards";
import { Pip } from "./pips";

const LETTERS: Readonly<Record<number, string>> = {
  [Rank.TEN]: "10",
  [Rank.JACK]: "J",
  [Rank.QUEEN]: "Q",
  [Rank.KING]: "K",
  [Rank.ACE]: "A",
};

interface Props {
  card: Card;
  trump?: Trump;
  mark?: string;
}

export function CardChip({ card, trump, mark = "" }: Props) {
  const rank = rankOf(card);
  const colour = isRed(suitOf(card)) ? "red" : "black";
  return (
    <span class={`chip ${colour} ${mark}`}>
      <span aria-hidden="true">{card === Card.JOKER ? "★" : (LETTERS[rank] ?? rank)}</span>
      <Pip suit={suitOf(card)} />
      <span class="hidden">{cardName(card, trump)}</span>
    </span>
  );
}
