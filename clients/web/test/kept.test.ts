/** What outlives the page: the saved game, links, preferences, and addresses. */

import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { GameRecordSchema } from "../src/gen/euchre/v1/record_pb";
import { RulesetSchema } from "../src/gen/euchre/v1/ruleset_pb";
import { fromLink, toLink } from "../src/model/link";
import { read as readPreferences } from "../src/model/preferences";
import { parse } from "../src/model/route";
import { type Game, read, write } from "../src/model/saved";
import { pairs } from "./make";

const POSITION = {
  state: new Uint8Array([1, 2, 3]),
  table: new Uint8Array([4]),
  view: pairs(),
  log: ["You pass."],
  sheet: [{ hand: 1, outcome: 1, changes: [1, 0], scores: [1, 0] }],
};

function game(past: number): Game {
  return {
    seating: {
      seat: 0,
      seatKey: new Uint8Array([9]),
      ruleset: create(RulesetSchema, { base: "buck" }),
      strengths: [0, 2, 2, 2],
    },
    position: POSITION,
    past: Array.from({ length: past }, () => POSITION),
  };
}

test("a game is read as it was written", () => {
  expect(read(write(game(2)))).toEqual(game(2));
});

test("only the near past is kept", () => {
  expect(read(write(game(99)))?.past.length).toBe(30);
});

test.each(["", "{}", "null", '{"version":1}', "[1"])("%j is no game", (text) => {
  expect(read(text)).toBeUndefined();
});

test("a record goes through a link and comes back whole", async () => {
  const record = create(GameRecordSchema, {
    formatVersion: 1,
    ruleset: { base: "classic" },
    hands: [{ dealer: 2, deck: [25, 26, 27] }],
    scores: [10, -3],
  });
  const text = await toLink(record);
  expect(text).toMatch(/^[\w-]+$/);
  expect(await fromLink(text)).toEqual(record);
});

test.each(["", "abc", "!!"])("the cut link %j is told in a sentence", async (text) => {
  await expect(fromLink(text)).rejects.toThrow("does not hold a whole game");
});

test("preferences that are not understood are as none", () => {
  expect(readPreferences('{"theme":"dark","speed":"warp"}')).toEqual({
    theme: "dark",
    speed: "calm",
    hasShortcuts: true,
  });
  expect(readPreferences("not JSON").theme).toBe("system");
  expect(readPreferences('{"hasShortcuts":false}').hasShortcuts).toBe(false);
});

test("addresses lead to pages", () => {
  expect(parse("")).toEqual({ page: "home" });
  expect(parse("#table")).toEqual({ page: "table" });
  expect(parse("#rules=buck")).toEqual({ page: "rules", base: "buck" });
  expect(parse("#record=q1w2")).toEqual({ page: "review", record: "q1w2" });
  expect(parse("#nothing-here")).toEqual({ page: "home", unknown: "nothing-here" });
});
