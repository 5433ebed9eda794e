/** What the bots' strengths are called. */

import { Strength } from "../gen/euchre/v1/practice_service_pb";

interface Words {
  title: string;
  about: string;
}

const STRENGTHS: Readonly<Record<number, Words>> = {
  [Strength.RANDOM]: { title: "Beginner", about: "plays any card that is allowed" },
  [Strength.HEURISTIC]: { title: "Regular", about: "plays by sound rules of thumb" },
  [Strength.EXPERT]: { title: "Expert", about: "works out how the hidden cards may lie" },
};

export function strengthTitle(strength: Strength): string {
  return STRENGTHS[strength]?.title ?? "Bot";
}

export function strengthAbout(strength: Strength): string {
  return STRENGTHS[strength]?.about ?? "";
}
