/** A card's face, drawn here: 100 wide, 140 high. */

import { memo } from "preact/compat";
import { Card, Rank, type Suit } from "../gen/euchre/v1/cards_pb";
import { isRed, rankOf, suitOf } from "../model/cards";
import { Court } from "./Court";
import { Jester } from "./Jester";

const INDEX: Readonly<Record<number, string>> = {
  [Rank.TEN]: "10",
  [Rank.JACK]: "J",
  [Rank.QUEEN]: "Q",
  [Rank.KING]: "K",
  [Rank.ACE]: "A",
};

const LEFT = 35;
const MIDDLE = 50;
const RIGHT = 65;

type Point = readonly [x: number, y: number];

function columns(...rows: number[]): Point[] {
  return rows.flatMap((y): Point[] => [
    [LEFT, y],
    [RIGHT, y],
  ]);
}

const PIPS: Readonly<Record<number, readonly Point[]>> = {
  [Rank.SEVEN]: [...columns(28, 70, 112), [MIDDLE, 49]],
  [Rank.EIGHT]: [...columns(28, 70, 112), [MIDDLE, 49], [MIDDLE, 91]],
  [Rank.NINE]: [...columns(25, 55, 85, 115), [MIDDLE, 70]],
  [Rank.TEN]: [...columns(25, 55, 85, 115), [MIDDLE, 40], [MIDDLE, 100]],
};

export const CardFace = memo(({ card }: { card: Card }) => {
  const suit = suitOf(card);
  const rank = rankOf(card);
  return (
    <svg
      class={`face ${isRed(suit) ? "red" : "black"}`}
      viewBox="0 0 100 140"
      aria-hidden="true"
      focusable="false"
    >
      <Inside card={card} rank={rank} suit={suit} />
      {card === Card.JOKER ? (
        <JokerIndex />
      ) : (
        <>
          <Index rank={rank} suit={suit} />
          <g transform="rotate(180 50 70)">
            <Index rank={rank} suit={suit} />
          </g>
        </>
      )}
    </svg>
  );
});

function Inside({ card, rank, suit }: { card: Card; rank: Rank; suit: Suit }) {
  if (card === Card.JOKER) return <Jester />;
  if (rank === Rank.ACE) {
    return <use href={`#pip-${suit}`} transform="translate(50 70) scale(2.5)" />;
  }
  const pips = PIPS[rank];
  if (!pips) return <Court rank={rank} suit={suit} />;
  return (
    <>
      {pips.map(([x, y]) => (
        <use
          key={`${x} ${y}`}
          href={`#pip-${suit}`}
          transform={`translate(${x} ${y}) scale(${y > 70 ? -0.88 : 0.88})`}
        />
      ))}
    </>
  );
}

function Index({ rank, suit }: { rank: Rank; suit: Suit }) {
  const text = INDEX[rank] ?? String(rank);
  return (
    <>
      <text class={text.length > 1 ? "index wide" : "index"} x="13" y="24">
        {text}
      </text>
      <use href={`#pip-${suit}`} transform="translate(13 36) scale(.68)" />
    </>
  );
}

function JokerIndex() {
  return (
    <text class="joker-index" transform="translate(17 14) rotate(90)">
      JOKER
    </text>
  );
}
