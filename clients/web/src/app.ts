/** The page's own things, put together: one table, one hint, one review. */

import { toBinary } from "@bufbuild/protobuf";
import { effect, signal } from "@preact/signals";
import { GameRecordSchema } from "./gen/euchre/v1/record_pb";
import { Hint } from "./model/hint";
import { fromLink, toLink } from "./model/link";
import { preferences } from "./model/preferences";
import { Review } from "./model/review";
import { go, route } from "./model/route";
import { read, write } from "./model/saved";
import { drop, get, put } from "./model/stored";
import { Table } from "./model/table";
import { analysis, practice, rules, SHORT } from "./wire/clients";

const KEY = "euchre.game";

export const table = new Table({
  practice,
  speed: () => preferences.value.speed,
  save: (game) => {
    if (game) put(KEY, write(game));
    else drop(KEY);
  },
});

export const hint = new Hint(analysis);
export const review = new Review({ rules, practice, analysis });

/** Whether the help is open. */
export const isHelpOpen = signal(false);

/** Takes up what the last visit left, and follows links to records. */
export function start(): void {
  const saved = get(KEY);
  const game = saved === undefined ? undefined : read(saved);
  if (game) table.resume(game);
  // Advice is for one position only.
  effect(() => {
    table.position.value;
    hint.forget();
  });
  effect(() => {
    const to = route.value;
    if (to.page === "review" && to.record) void openLink(to.record);
    if (to.page === "table" && !table.game.value) go("");
  });
}

async function openLink(text: string): Promise<void> {
  try {
    await review.open(toBinary(GameRecordSchema, await fromLink(text)));
  } catch (thrown) {
    review.fail((thrown as Error).message);
  }
}

export async function openFile(file: Blob): Promise<void> {
  await review.open(new Uint8Array(await file.arrayBuffer()));
  go("review");
}

export interface Shared {
  /** To the record of the hands that are over. */
  link: string;
  /** In Euchre Game Notation; empty where that has no words for the game. */
  egn: string;
}

export async function share(): Promise<Shared> {
  const { state, table: sealed } = table.position.value!;
  const { record, egn } = await practice.getRecord({ state, table: sealed }, SHORT);
  const { origin, pathname } = location;
  return { link: `${origin}${pathname}#record=${await toLink(record!)}`, egn };
}
