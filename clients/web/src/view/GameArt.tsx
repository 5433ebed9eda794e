/** A few cards that stand for a game. */

import { Card } from "../gen/euchre/v1/cards_pb";
import { CardFace } from "./CardFace";

const CARDS: Readonly<Record<string, readonly Card[]>> = {
  classic: [Card.NINE_OF_HEARTS, Card.JACK_OF_DIAMONDS, Card.JACK_OF_HEARTS],
  ghost_hand: [Card.UNSPECIFIED, Card.KING_OF_SPADES, Card.ACE_OF_SPADES],
  buck: [Card.TEN_OF_CLUBS, Card.QUEEN_OF_DIAMONDS, Card.JACK_OF_CLUBS],
};

export function GameArt({ base }: { base: string }) {
  return (
    <span class="art" aria-hidden="true">
      {CARDS[base]?.map((card) => (
        <span key={card} class={card === Card.UNSPECIFIED ? "card back" : "card"}>
          {card !== Card.UNSPECIFIED && <CardFace card={card} />}
        </span>
      ))}
    </span>
  );
}
