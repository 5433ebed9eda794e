/** The suits' signs, drawn once and used everywhere. */

import { Suit } from "../gen/euchre/v1/cards_pb";
import { isRed } from "../model/cards";

const PATHS: Readonly<Record<number, string>> = {
  [Suit.CLUBS]:
    "M0-10.4A4.7 4.7 0 0 1 3.6-2.7 4.7 4.7 0 1 1 1.1 5.2C1.3 7.4 2 9 3.4 10.4H-3.4C-2 9-1.3 7.4-1.1 5.2A4.7 4.7 0 1 1-3.6-2.7 4.7 4.7 0 0 1 0-10.4Z",
  [Suit.DIAMONDS]:
    "M0-10.6C2-6.6 4.9-2.8 8.1 0 4.9 2.8 2 6.6 0 10.6-2 6.6-4.9 2.8-8.1 0-4.9-2.8-2-6.6 0-10.6Z",
  [Suit.HEARTS]:
    "M0 10C-2.6 4.8-9.8 1.3-9.8-4.3-9.8-7.8-7.3-9.9-4.7-9.9-2.5-9.9-.8-8.6 0-6.4.8-8.6 2.5-9.9 4.7-9.9 7.3-9.9 9.8-7.8 9.8-4.3 9.8 1.3 2.6 4.8 0 10Z",
  [Suit.SPADES]:
    "M0-10.4C2.4-5.4 9.4-1.8 9.4 3.5 9.4 6.4 7.3 7.9 5.2 7.9 3.4 7.9 1.9 7 1 5.5 1.2 7.6 1.9 9.1 3.4 10.4H-3.4C-1.9 9.1-1.2 7.6-1 5.5-1.9 7-3.4 7.9-5.2 7.9-7.3 7.9-9.4 6.4-9.4 3.5-9.4-1.8-2.4-5.4 0-10.4Z",
};

/** The hidden picture that holds the signs; `Pip` and card faces refer to it. */
export function PipSheet() {
  return (
    <svg class="sheet" aria-hidden="true">
      <title>Suits</title>
      <defs>
        {Object.entries(PATHS).map(([suit, path]) => (
          <path key={suit} id={`pip-${suit}`} d={path} />
        ))}
      </defs>
    </svg>
  );
}

/** A suit's sign inside a text. It says nothing to ears: the text beside it does. */
export function Pip({ suit }: { suit: Suit }) {
  if (suit === Suit.UNSPECIFIED) return null;
  return (
    <svg class={`pip ${isRed(suit) ? "red" : "black"}`} viewBox="-11 -11 22 22" aria-hidden="true">
      <use href={`#pip-${suit}`} />
    </svg>
  );
}
