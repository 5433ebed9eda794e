import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { RulesetSchema, StickDealer } from "../src/gen/euchre/v1/ruleset_pb";
import { change, changed, faultsOf, type Option, parts, valueIn } from "../src/model/house_rules";

const OPTIONS = parts().flatMap((part) => part.options);

function option(name: string): Option {
  return OPTIONS.find((one) => one.name === name)!;
}

const PRESET = create(RulesetSchema, {
  base: "classic",
  stickDealer: StickDealer.OFF,
  target: 10,
  joker: false,
});

test("every option of the message is in the form, once, and its base is not", () => {
  const names = OPTIONS.map(({ name }) => name);
  expect(names).toEqual(
    RulesetSchema.fields.map(({ name }) => name).filter((name) => name !== "base"),
  );
});

test("an option knows what it may be set to", () => {
  expect(option("joker")).toMatchObject({ kind: "flag" });
  expect(option("target")).toMatchObject({ kind: "number", isSigned: true });
  expect(option("players")).toMatchObject({ kind: "number", isSigned: false });
  expect(option("stick_dealer").choices.map(({ name }) => name)).toEqual([
    "OFF",
    "ON",
    "ON_OR_PAY1",
  ]);
});

test("values are read from a preset", () => {
  expect(valueIn(PRESET, option("target"))).toBe(10);
  expect(valueIn(PRESET, option("joker"))).toBe(0);
  expect(valueIn(PRESET, option("stick_dealer"))).toBe(StickDealer.OFF);
});

test("only what differs is asked for", () => {
  let changes = change({}, PRESET, option("target"), 5);
  changes = change(changes, PRESET, option("joker"), 1);
  changes = change(changes, PRESET, option("stick_dealer"), StickDealer.ON);
  const asked = changed("classic", changes);
  expect(asked).toEqual(
    create(RulesetSchema, { base: "classic", target: 5, joker: true, stickDealer: StickDealer.ON }),
  );
});

test("set back to the preset's value, it is no change", () => {
  const changes = change({ target: 5 }, PRESET, option("target"), 10);
  expect(changes).toEqual({});
});

test("faults are found by the option's name", () => {
  const faults = faultsOf(new Map([["ruleset.stick_dealer", "excludes"]]));
  expect(faults.get("stick_dealer")).toBe("excludes");
});
