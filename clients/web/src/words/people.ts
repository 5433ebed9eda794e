/** How the people at a table are called, and what they do, in the right person. */

import type { View } from "../gen/euchre/v1/view_pb";
import { places } from "../model/places";
import { capital } from "./cards";

const NAMES = { south: "South", west: "West", north: "North", east: "East" } as const;

/** The names at one table. With `me`, that seat is addressed as "you". */
export class People {
  private constructor(
    private readonly names: readonly string[],
    private readonly sideOf: readonly number[],
    readonly me: number | undefined,
  ) {}

  /** At the person's own table: everybody else is called by where they sit. */
  static around(view: View, me: number): People {
    const names = places(view.seats.length, me).map((place) => NAMES[place]);
    return new People(names, sidesOf(view), me);
  }

  /** In a record: by the names in it, or else by where they sit. */
  static recorded(view: View, players: readonly string[]): People {
    const round = places(view.seats.length, 0).map((place) => NAMES[place]);
    const names = round.map((name, seat) => players[seat]?.trim() || name);
    return new People(names, sidesOf(view), undefined);
  }

  /** Such as "West", or "you" in the middle of a sentence. */
  name(seat: number | undefined): string {
    if (seat === undefined) return "nobody";
    return seat === this.me ? "you" : (this.names[seat] ?? `seat ${seat}`);
  }

  /** At the beginning of a sentence or on a plate. */
  title(seat: number | undefined): string {
    return capital(this.name(seat));
  }

  /** A sentence's beginning: "You play", "West plays". The verb is given as you would say it to "you". */
  does(seat: number | undefined, verb: string): string {
    return `${this.title(seat)} ${seat === this.me ? verb : third(verb)}`;
  }

  /** The seats of a side. */
  seats(side: number): number[] {
    return this.sideOf.flatMap((other, seat) => (other === side ? [seat] : []));
  }

  /** Such as "You and North"; one's own name comes first. */
  side(side: number): string {
    const seats = this.seats(side).sort((one, other) => this.rank(one) - this.rank(other));
    return capital(seats.map((seat) => this.name(seat)).join(" and "));
  }

  /** Whether a side is addressed or many, so that its verb has no "s". */
  isPlural(side: number): boolean {
    const seats = this.seats(side);
    return seats.length > 1 || seats[0] === this.me;
  }

  sideDoes(side: number, verb: string): string {
    return `${this.side(side)} ${this.isPlural(side) ? verb : third(verb)}`;
  }

  isMine(side: number | undefined): boolean {
    return this.me !== undefined && this.sideOf[this.me] === side;
  }

  private rank(seat: number): number {
    return seat === this.me ? -1 : seat;
  }
}

function sidesOf(view: View): number[] {
  return view.seats.map(({ side, seat }) => side ?? seat ?? 0);
}

function third(verb: string): string {
  return verb.replace(/^\w+/, (word) => {
    return IRREGULAR[word] ?? (/(s|sh|ch)$/.test(word) ? `${word}es` : `${word}s`);
  });
}

const IRREGULAR: Readonly<Record<string, string>> = {
  are: "is",
  have: "has",
  do: "does",
  go: "goes",
};
