/** House rules: the options of a ruleset as a form sees them, read off the message's descriptor. */

import { create, type DescField, ScalarType } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { type Ruleset, RulesetSchema } from "../gen/euchre/v1/ruleset_pb";

/** What an option may be set to. Values are numbers, as in the message; a flag's are 0 and 1. */
export interface Option {
  /** As in the proto, such as `stick_dealer`. */
  name: string;
  /** By which comments are found. */
  fullName: string;
  kind: "flag" | "number" | "choice";
  /** Of a number: whether it may be below 0. The service knows the bounds. */
  isSigned: boolean;
  /** Of a choice, without the one that says nothing. */
  choices: readonly { number: number; name: string; fullName: string }[];
}

/** Where each part of the form begins, by option; they come in the order of the message. */
const PARTS: Readonly<Record<string, string>> = {
  players: "Table and pack",
  calling: "Calling trump",
  min_bid: "Auction",
  allow_alone: "Going alone",
  fold: "Folding",
  first_lead: "The lead",
  start_score: "The game's end",
  make_score: "What a hand scores",
  simultaneous: "Winning",
  farmers: "House rules",
  renege: "Reneges",
};

export interface Part {
  title: string;
  options: Option[];
}

/** Every option, in parts. An option that is added to the message comes up by itself. */
export function parts(): Part[] {
  const found: Part[] = [];
  for (const field of RulesetSchema.fields) {
    const option = asOption(field);
    if (!option) continue;
    const title = PARTS[option.name];
    if (title || found.length === 0) found.push({ title: title ?? "Rules", options: [] });
    found.at(-1)!.options.push(option);
  }
  return found;
}

function asOption(field: DescField): Option | undefined {
  const fullName = `${field.parent.typeName}.${field.name}`;
  const { name } = field;
  if (field.fieldKind === "enum") {
    const { enum: type } = field;
    const shared = type.sharedPrefix?.length ?? 0;
    const choices = type.values
      .filter(({ number }) => number !== 0)
      .map((value) => ({
        number: value.number,
        name: value.name.slice(shared),
        fullName: `${type.typeName}.${value.name}`,
      }));
    return { name, fullName, kind: "choice", isSigned: false, choices };
  }
  if (field.fieldKind !== "scalar" || field.scalar === ScalarType.STRING) return undefined;
  const kind = field.scalar === ScalarType.BOOL ? "flag" : "number";
  return { name, fullName, kind, isSigned: field.scalar === ScalarType.SINT32, choices: [] };
}

/** Changes to a preset, by the names of the options. */
export type Changes = Readonly<Record<string, number>>;

export function valueIn(ruleset: Ruleset, { name, kind }: Option): number {
  const message = reflect(RulesetSchema, ruleset);
  const field = RulesetSchema.fields.find((other) => other.name === name)!;
  const value = message.get(field);
  return kind === "flag" ? Number(value === true) : Number(value);
}

/** The changes with one option set; set as the preset has it, it is no change. */
export function change(changes: Changes, preset: Ruleset, option: Option, value: number): Changes {
  const { [option.name]: _, ...others } = changes;
  return value === valueIn(preset, option) ? others : { ...others, [option.name]: value };
}

/** What to ask the service for: the preset's name, and only what differs from it. */
export function changed(base: string, changes: Changes): Ruleset {
  const ruleset = create(RulesetSchema, { base });
  const message = reflect(RulesetSchema, ruleset);
  for (const field of RulesetSchema.fields) {
    const value = changes[field.name];
    if (value === undefined) continue;
    const isFlag = field.fieldKind === "scalar" && field.scalar === ScalarType.BOOL;
    message.set(field, isFlag ? value !== 0 : value);
  }
  return ruleset;
}

/** The faults that a refusal names, by option: `ruleset.stick_dealer` is the fault of `stick_dealer`. */
export function faultsOf(fields: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...fields].map(([path, why]) => [path.split(".").at(-1)!, why]));
}
