/** Where the seats of a table are drawn, seen from one of them. */

export type Place = "south" | "west" | "north" | "east";

const ROUND: Record<number, readonly Place[]> = {
  2: ["south", "north"],
  3: ["south", "west", "east"],
  4: ["south", "west", "north", "east"],
};

/** The seat at the lower edge of a record's table: South's if there is one of that name, so that North is above. */
export function seatBelow(players: readonly string[]): number {
  return Math.max(
    players.findIndex((name) => name.trim().toLowerCase() === "south"),
    0,
  );
}

/** Returns each seat's place, by seat. Play goes clockwise, so who plays after you sits at your left. */
export function places(seats: number, below: number): Place[] {
  const round = ROUND[seats];
  if (!round) throw new RangeError(`no table has ${seats} seats`);
  return Array.from({ length: seats }, (_, seat) => round[(seat - below + seats) % seats]!);
}
