/** What is asked once: which bots and games there are, and whether there are hints. */

import { signal } from "@preact/signals";
import type { DescribeHostResponse } from "../gen/euchre/v1/practice_service_pb";
import type { Ruleset } from "../gen/euchre/v1/ruleset_pb";
import { practice, rules, SHORT } from "./clients";
import { isPassing, sentence } from "./refusal";

export interface Offer {
  host: DescribeHostResponse;
  /** The presets, whole. */
  rulesets: Ruleset[];
}

/** Undefined until the server has answered. */
export const offer = signal<Offer | undefined>(undefined);
/** Why there is no offer yet, in a sentence. */
export const offerFault = signal("");

const AGAIN_MS = 2000;

export async function askForOffer(): Promise<void> {
  for (;;) {
    try {
      const [host, { rulesets }] = await Promise.all([
        practice.describeHost({}, SHORT),
        rules.listRulesets({}, SHORT),
      ]);
      offer.value = { host, rulesets };
      offerFault.value = "";
      return;
    } catch (thrown) {
      offerFault.value = sentence(thrown);
      if (!isPassing(thrown)) return;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
