/** Compares answers with expectations. */

import type { JsonValue } from "@bufbuild/protobuf";
import { isObject } from "./suite.js";

/** The fields of type `bytes`, which another implementation fills in another way. */
const OPAQUE = [
  "state",
  "stateId",
  "parentStateId",
  "gameId",
  "hostKey",
  "seatKeys",
  "dealCommitment",
  "commitment",
];

/**
 * Returns the first difference, or undefined. An expectation names only the keys that matter, and
 * `null` for those that must be absent.
 */
export function difference(
  path: string,
  expected: JsonValue,
  actual: JsonValue | undefined,
  states: boolean,
): string | undefined {
  const differ = () =>
    `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual) ?? "nothing"}`;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differ();
    return first(expected, (item, i) => difference(`${path}[${i}]`, item, actual[i], states));
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return differ();
    const compared = Object.entries(expected).filter(([key]) => states || !OPAQUE.includes(key));
    return first(compared, ([key, item]) =>
      difference(`${path}.${key}`, item, actual[key], states),
    );
  }
  return expected === (actual ?? null) ? undefined : differ();
}

/** The first result that there is. */
function first<T>(
  items: T[],
  find: (item: T, place: number) => string | undefined,
): string | undefined {
  for (const [place, item] of items.entries()) {
    const found = find(item, place);
    if (found !== undefined) return found;
  }
  return undefined;
}
