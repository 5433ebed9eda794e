/** Reads why the service did not do what was asked. */

import { Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema } from "./gen/google/rpc/error_details_pb.js";

/** Where the reasons are defined: `errors.proto` of the package of this name. */
const DOMAIN = "euchre.v1";

export interface Refusal {
  code: Code;
  /**
   * One of `ErrorReason`, without its prefix: `MUST_FOLLOW_SUIT`. The enum may grow, so treat one
   * that you do not know by its code.
   */
  reason: string;
  /** Says more for programs, such as the card. */
  metadata: Record<string, string>;
  /** The fields of the request that are bad, by their paths. */
  fields: string[];
  /** A sentence for a player. */
  message: string;
}

/**
 * Reads a refusal out of what a call threw. Undefined for an error that is not the service's word,
 * such as a lost connection.
 */
export function asRefusal(thrown: unknown): Refusal | undefined {
  const error = ConnectError.from(thrown);
  const info = error.findDetails(ErrorInfoSchema).find(({ domain }) => domain === DOMAIN);
  if (!info) return undefined;
  const violations = error.findDetails(BadRequestSchema).flatMap((bad) => bad.fieldViolations);
  return {
    code: error.code,
    reason: info.reason,
    metadata: info.metadata,
    fields: violations.map(({ field }) => field),
    message: error.rawMessage,
  };
}
