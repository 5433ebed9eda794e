/** The names of the presets, and what to expect of each in a sentence. */

interface Words {
  title: string;
  about: string;
}

const GAMES: Readonly<Record<string, Words>> = {
  classic: {
    title: "Classic Euchre",
    about: "Four players in two partnerships, one card turned up, first to 10.",
  },
  ghost_hand: {
    title: "Ghost Hand",
    about: "Three players bid for tricks; the fourth hand lies there to be swapped for, unseen.",
  },
  buck: {
    title: "Buck Euchre",
    about: "Everyone alone, counting down from 25. Stay in and you must take a trick.",
  },
  bid_partners: {
    title: "Bid Euchre, partners",
    about: "Partnerships bid for tricks, with shooter and moon, to 32.",
  },
  british: { title: "British Euchre", about: "Classic with the Benny, a joker above all trumps." },
  classic_32: { title: "Classic, 32 cards", about: "Classic with sevens and eights in the pack." },
  egn: { title: "Classic by the notation", about: "Classic as Euchre Game Notation assumes it." },
  openspiel: { title: "Classic by OpenSpiel", about: "Classic as OpenSpiel plays it." },
  railroad: {
    title: "Railroad Euchre",
    about: "A joker, partner's best card for lone hands, laps and slams.",
  },
  three_handed: { title: "Three-handed", about: "Three players: the maker against the others." },
  three_handed_dummy: {
    title: "Three-handed with a dummy",
    about: "The maker may take up a dummy hand. Experimental.",
  },
  turn_up: { title: "Turn-up", about: "Another name for classic." },
  two_handed: { title: "Two-handed", about: "Two players, most of the pack asleep." },
};

/** The three that the first page shows. */
export const MAIN_GAMES = ["classic", "ghost_hand", "buck"] as const;

/** The games that the page knows by name; the server may have more. */
export const KNOWN_GAMES: readonly string[] = Object.keys(GAMES).sort();

export function gameTitle(base: string): string {
  return GAMES[base]?.title ?? spaced(base);
}

export function gameAbout(base: string): string {
  return GAMES[base]?.about ?? "";
}

/** `STICK_DEALER` or `stick_dealer` to "Stick dealer". */
export function spaced(name: string): string {
  const words = name.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A service's sentence about options, with the names that the form gives them. */
export function readable(text: string, options: readonly string[]): string {
  return text.replace(/\b[a-z][a-z0-9_]*(?= =)/g, (name) =>
    options.includes(name) ? `“${spaced(name)}”` : name,
  );
}
