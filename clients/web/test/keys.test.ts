import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { type Action, ActionSchema } from "../src/gen/euchre/v1/action_pb";
import type { Trump } from "../src/gen/euchre/v1/cards_pb";
import { cardPlace, DEAL, HELP, HINT, keyOf, step, UNDO } from "../src/keys/shortcuts";

function act(name: string, value: object = {}): Action {
  return create(ActionSchema, { kind: { case: name, value } as never });
}

const TRUMPS = [1, 2, 3, 4, 5, 6] as Trump[];

/** What may be open at the same time. */
const PHASES: Record<string, Action[]> = {
  "first round": [act("pass"), act("orderUp"), act("orderUp", { alone: true })],
  "second round": [
    act("pass"),
    ...TRUMPS.map((trump) => act("nameTrump", { trump })),
    ...TRUMPS.map((trump) => act("nameTrump", { trump, alone: true })),
  ],
  auction: [
    act("pass"),
    act("swap"),
    ...[1, 2, 3, 4, 5, 6].map((value) => act("tricksBid", { amount: { case: "tricks", value } })),
    act("tricksBid", { amount: { case: "moon", value: {} } }),
    act("tricksBid", { amount: { case: "shooter", value: {} } }),
  ],
  alone: [act("goAlone"), act("playWithPartner")],
  fold: [act("fold"), act("stay")],
  exchange: [act("declineUpcard"), act("pass"), act("redeal"), act("takeDummy")],
};

test.each(Object.entries(PHASES))("no key means two things in the %s", (_, actions) => {
  const keys = [...actions.map(keyOf), HINT, UNDO, HELP];
  expect(keys).not.toContain(undefined);
  expect(new Set(keys).size).toBe(keys.length);
});

test("dealing has a key that no claim takes", () => {
  expect(keyOf(act("claimRenege", { offender: 1 }))).not.toBe(DEAL);
});

test("acts done by choosing a card have no key of their own", () => {
  expect(keyOf(act("playCard", { card: 25 }))).toBeUndefined();
  expect(
    keyOf(act("tricksBid", { amount: { case: "tricks", value: 4 }, trump: 1 })),
  ).toBeUndefined();
});

test("digits count cards from the left", () => {
  expect(cardPlace("1")).toBe(0);
  expect(cardPlace("9")).toBe(8);
  expect(cardPlace("0")).toBeUndefined();
  expect(cardPlace("12")).toBeUndefined();
});

test("arrows go round, and other keys go nowhere", () => {
  expect(step("ArrowRight", 4, 5)).toBe(0);
  expect(step("ArrowLeft", 0, 5)).toBe(4);
  expect(step("Home", 3, 5)).toBe(0);
  expect(step("End", 0, 5)).toBe(4);
  expect(step("Enter", 0, 5)).toBeUndefined();
});
