/**
 * A plugin of buf: writes the comments of `ruleset.proto` down as TypeScript.
 *
 * Stubs carry the descriptors of messages but no comments, and the form for house rules shows each
 * option's comment as its help. Keys are the names that descriptors give: `euchre.v1.Ruleset.joker`.
 */

import { createEcmaScriptPlugin, getComments, runNodeJs } from "@bufbuild/protoplugin";

const FILE = "euchre/v1/ruleset";

/** The comment above a field or value, in one line, without its pointers into the rules' text. */
function comment({ leading }) {
  return (leading ?? "")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ *`rules\.md` [\d.]+/g, "");
}

function generate(schema) {
  const file = schema.files.find(({ name }) => name === FILE);
  if (!file) throw new Error(`${FILE}.proto is not among the inputs`);
  const out = schema.generateFile("ruleset_help.ts");
  out.print("/** What ruleset.proto says of its options and their values, by their full names. */");
  out.print("export const HELP: Readonly<Record<string, string>> = {");
  for (const message of file.messages) {
    for (const field of message.fields) print(out, `${message.typeName}.${field.name}`, field);
  }
  for (const type of file.enums) {
    for (const value of type.values) print(out, `${type.typeName}.${value.name}`, value);
  }
  out.print("};");
}

function print(out, name, described) {
  const help = comment(getComments(described));
  out.print("  ", out.string(name), ": ", out.string(help), ",");
}

runNodeJs(createEcmaScriptPlugin({ name: "protoc-gen-help", version: "1", generateTs: generate }));
