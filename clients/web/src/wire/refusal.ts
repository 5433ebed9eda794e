/** Reads why the service did not do what was asked. */

import { Code, ConnectError } from "@connectrpc/connect";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  LocalizedMessageSchema,
} from "../gen/google/rpc/error_details_pb";

/** Where the reasons are defined: `errors.proto` of the package of this name. */
const DOMAIN = "euchre.v1";

export interface Refusal {
  /** One of `ErrorReason`, without its prefix; the enum may grow. */
  reason: string;
  /** A sentence for a player. */
  message: string;
  /** What is wrong with which field, by its dotted path. */
  fields: ReadonlyMap<string, string>;
}

/** Undefined for what is not the service's word, such as a lost connection. */
export function asRefusal(thrown: unknown): Refusal | undefined {
  const error = ConnectError.from(thrown);
  const info = error.findDetails(ErrorInfoSchema).find(({ domain }) => domain === DOMAIN);
  if (!info) return undefined;
  const violations = error.findDetails(BadRequestSchema).flatMap((bad) => bad.fieldViolations);
  const localized = error.findDetails(LocalizedMessageSchema)[0]?.message;
  return {
    reason: info.reason,
    message: localized || error.rawMessage,
    fields: new Map(violations.map(({ field, description }) => [field, description])),
  };
}

/** Reasons that are over by themselves after a while. */
const PASSING = new Set(["OVERLOADED", "RATE_LIMITED", "TOO_MANY_CALLS", "SHUTTING_DOWN"]);

/** Whether the same call may be answered a little later: the way is broken, or the server is busy. */
export function isPassing(thrown: unknown): boolean {
  const refusal = asRefusal(thrown);
  if (refusal) return PASSING.has(refusal.reason);
  const { code } = ConnectError.from(thrown);
  return [Code.Unavailable, Code.Unknown, Code.DeadlineExceeded, Code.Aborted].includes(code);
}

/** Reasons for which a game cannot be gone on with, here or anywhere. */
const ENDED = new Set([
  "STATE_KEY_UNKNOWN",
  "STATE_KEY_RETIRED",
  "STATE_NOT_OURS",
  "STATE_CORRUPT",
]);

export function isEnd(thrown: unknown): boolean {
  return ENDED.has(asRefusal(thrown)?.reason ?? "");
}

/** What to tell a player about an error of any kind. */
export function sentence(thrown: unknown): string {
  if (isEnd(thrown)) {
    return "The server was started anew, so this game cannot go on. Please begin a new one.";
  }
  const refusal = asRefusal(thrown);
  if (refusal) return refusal.message;
  if (isPassing(thrown)) return "The connection to the table is lost.";
  return ConnectError.from(thrown).rawMessage || "Something went wrong.";
}
