/** Jacks, queens and kings: one half, and the same turned round. */

import { Rank, Suit } from "../gen/euchre/v1/cards_pb";

interface Cloth {
  robe: string;
  trim: string;
  hair: string;
}

const CLOTH: Readonly<Record<number, Cloth>> = {
  [Suit.CLUBS]: { robe: "#1f6b52", trim: "#123f31", hair: "#4a3423" },
  [Suit.DIAMONDS]: { robe: "#c8571f", trim: "#7c3110", hair: "#8a5a22" },
  [Suit.HEARTS]: { robe: "#b8262f", trim: "#6f141b", hair: "#b98232" },
  [Suit.SPADES]: { robe: "#2c4277", trim: "#182648", hair: "#2d2a2e" },
};

const GOLD = "#e3b04b";
const SKIN = "#f4d6b8";
const INK = "#2a2320";

export function Court({ rank, suit }: { rank: Rank; suit: Suit }) {
  const cloth = CLOTH[suit]!;
  return (
    <g transform="translate(50 70) scale(1.13) translate(-50 -70)">
      <rect x="25" y="17" width="50" height="106" rx="3" fill={cloth.robe} fill-opacity=".09" />
      <Half rank={rank} suit={suit} cloth={cloth} />
      <g transform="rotate(180 50 70)">
        <Half rank={rank} suit={suit} cloth={cloth} />
      </g>
      <path d="M25 70H75" stroke={GOLD} stroke-width="2.4" />
      <rect
        x="25"
        y="17"
        width="50"
        height="106"
        rx="3"
        fill="none"
        stroke={cloth.trim}
        stroke-opacity=".55"
      />
    </g>
  );
}

function Half({ rank, suit, cloth }: { rank: Rank; suit: Suit; cloth: Cloth }) {
  return (
    <g>
      {rank === Rank.QUEEN && (
        <path d="M38.5 36C36 52 37 60 35 66H65C63 60 64 52 61.5 36Z" fill={cloth.hair} />
      )}
      <Robe cloth={cloth} />
      <g transform="translate(50 53) scale(1.16) translate(-50 -53)">
        <rect x="46" y="48" width="8" height="9" fill={SKIN} />
        <path d="M46 52Q50 55.5 54 52V54Q50 57 46 54Z" fill={INK} fill-opacity=".14" />
        {rank === Rank.JACK && (
          <path
            d="M39.5 36C37.5 46 39 52 42 53.5L44 40H56L58 53.5C61 52 62.5 46 60.5 36Z"
            fill={cloth.hair}
          />
        )}
        <Face />
        {rank === Rank.KING && <King cloth={cloth} />}
        {rank === Rank.QUEEN && <Queen cloth={cloth} />}
        {rank === Rank.JACK && <Jack cloth={cloth} />}
      </g>
      <use href={`#pip-${suit}`} transform="translate(68.5 25) scale(.5)" />
    </g>
  );
}

function Robe({ cloth }: { cloth: Cloth }) {
  return (
    <>
      <path
        d="M25 70V65C29 59 38 56.5 44 55.5L50 60L56 55.5C62 56.5 71 59 75 65V70Z"
        fill={cloth.robe}
      />
      <path d="M44 55.5L50 60L56 55.5L59 70H41Z" fill={GOLD} />
      <path d="M47.5 60.5L50 58L52.5 60.5L54 70H46Z" fill={cloth.trim} />
      <path d="M31 62L35 70M69 62L65 70" stroke={GOLD} stroke-width="1.6" />
      <circle cx="50" cy="66" r="1.3" fill={GOLD} />
    </>
  );
}

function Face() {
  return (
    <>
      <path d="M41.5 36C41.5 47 45 52.5 50 52.5S58.5 47 58.5 36Z" fill={SKIN} />
      <path
        d="M44 40.3Q46 39 48 40.3M52 40.3Q54 39 56 40.3"
        fill="none"
        stroke={INK}
        stroke-width=".9"
      />
      <circle cx="46.2" cy="42" r=".95" fill={INK} />
      <circle cx="53.8" cy="42" r=".95" fill={INK} />
      <path d="M50 42V45.6H48.8" fill="none" stroke={INK} stroke-opacity=".55" stroke-width=".8" />
      <path d="M47.8 48.4Q50 49.8 52.2 48.4" fill="none" stroke="#a63a34" stroke-width="1.1" />
    </>
  );
}

function King({ cloth }: { cloth: Cloth }) {
  return (
    <>
      <path
        d="M41.4 41C41 52 45 58.5 50 58.5S59 52 58.6 41C57.6 46 55 46.4 52.6 46.2Q50 45.2 47.4 46.2C45 46.4 42.4 46 41.4 41Z"
        fill={cloth.hair}
      />
      <path d="M48 49Q50 50 52 49" fill="none" stroke="#a63a34" stroke-width="1.1" />
      <path d="M39 37L37.5 23L43.7 29L50 20.5L56.3 29L62.5 23L61 37Z" fill={GOLD} />
      <path d="M39 37H61V33.4Q50 31.4 39 33.4Z" fill={cloth.robe} />
      <circle cx="50" cy="34.6" r="1.2" fill={GOLD} />
      <circle cx="37.5" cy="23" r="1.5" fill={cloth.robe} />
      <circle cx="50" cy="20.5" r="1.6" fill={cloth.robe} />
      <circle cx="62.5" cy="23" r="1.5" fill={cloth.robe} />
    </>
  );
}

function Queen({ cloth }: { cloth: Cloth }) {
  return (
    <>
      <path
        d="M40.5 39C41 33 45 33.5 50 35C55 33.5 59 33 59.5 39L60.5 33Q50 26 39.5 33Z"
        fill={cloth.hair}
      />
      <path
        d="M40 33.5Q50 27 60 33.5L61.5 26L56 28.6L53.4 23.6L50 27L46.6 23.6L44 28.6L38.5 26Z"
        fill={GOLD}
      />
      <circle cx="46.6" cy="23.4" r="1.2" fill={cloth.robe} />
      <circle cx="53.4" cy="23.4" r="1.2" fill={cloth.robe} />
      <circle cx="50" cy="30.4" r="1.3" fill={cloth.robe} />
      <path
        d="M44 55.5Q50 61.5 56 55.5"
        fill="none"
        stroke="#fffdf7"
        stroke-width="1.5"
        stroke-dasharray=".1 2.1"
        stroke-linecap="round"
      />
      <circle cx="41.4" cy="46.8" r="1" fill={GOLD} />
      <circle cx="58.6" cy="46.8" r="1" fill={GOLD} />
    </>
  );
}

function Jack({ cloth }: { cloth: Cloth }) {
  return (
    <>
      <path
        d="M39 37C38 30 43 25.5 51 25.5C58 25.5 62.5 30 61.5 37C55 34 46 34 39 37Z"
        fill={cloth.robe}
      />
      <path d="M39 37C46 34 55 34 61.5 37L61.3 34.4C55 31.2 46 31.2 39.1 34.4Z" fill={GOLD} />
      <path d="M58.5 29C63 27 66.5 22.5 66 19.5C61 20 57 23.5 56.2 27.6Z" fill={GOLD} />
      <path d="M57 28.6Q61 25.5 64.6 21" fill="none" stroke={cloth.trim} stroke-width=".7" />
    </>
  );
}
