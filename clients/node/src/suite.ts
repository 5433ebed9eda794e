/** The files of protos/conformance, and the references in them. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

/** A call and what it must get: a response, or an error. */
export interface Step {
  rpc: string;
  request: JsonValue;
  response?: JsonValue;
  error?: JsonValue;
}

export interface Case {
  name: string;
  needs?: string;
  steps: Step[];
}

export interface Group {
  group: string;
  cases: Case[];
}

export function readSuite(directory: string): Group[] {
  const files = readdirSync(directory).filter((name) => name.endsWith(".json"));
  return files.map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")));
}

/** Replaces every reference in a request by the bytes of an earlier answer that it names. */
export function resolve(value: JsonValue, answers: JsonValue[]): JsonValue {
  if (Array.isArray(value)) return value.map((item) => resolve(item, answers));
  if (!isObject(value)) return value;
  if (typeof value.$ref === "string") return lookUp(value.$ref, value, answers);
  const entries = Object.entries(value).map(([key, item]) => [key, resolve(item, answers)]);
  return Object.fromEntries(entries);
}

/** Whether a value is a JSON object. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function lookUp(path: string, reference: JsonObject, answers: JsonValue[]): string {
  let found: JsonValue | undefined = answers;
  for (const part of path.split(".")) {
    if (Array.isArray(found)) found = found[Number(part)];
    else if (isObject(found)) found = found[part];
    else found = undefined;
  }
  if (typeof found !== "string") throw new Error(`the reference ${path} leads to no bytes`);
  return change(found, reference);
}

/** Inverts a bit of bytes, or cuts some off, for calls that must be refused. */
function change(encoded: string, { flip, cut }: JsonObject): string {
  let raw = Buffer.from(encoded, "base64");
  if (typeof flip === "number") raw[(flip + raw.length) % raw.length]! ^= 1;
  if (typeof cut === "number") raw = raw.subarray(0, raw.length - cut);
  return raw.toString("base64");
}
