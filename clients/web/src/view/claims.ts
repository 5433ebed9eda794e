/** Calling a renege: offered where the rules let reneges happen. The service knows what is proved. */

import { create } from "@bufbuild/protobuf";
import { type Action, ActionSchema } from "../gen/euchre/v1/action_pb";
import { Renege, type Ruleset } from "../gen/euchre/v1/ruleset_pb";
import type { View } from "../gen/euchre/v1/view_pb";
import type { People } from "../words/people";
import type { Choice } from "./Dock";

export function claims(
  view: View,
  ruleset: Ruleset,
  people: People,
  take: (action: Action) => void,
): Choice[] {
  // Before the second trick no card can prove anything.
  if (ruleset.renege !== Renege.ALLOW_CLAIM || view.tricks.length < 1) return [];
  const mine = view.seats[view.seat ?? 0]?.side;
  return view.seats
    .filter(({ side }) => side !== mine)
    .map(({ seat }) => ({
      id: `claim-${seat}`,
      text: `Renege! (${people.title(seat)})`,
      take: () =>
        take(create(ActionSchema, { kind: { case: "claimRenege", value: { offender: seat } } })),
    }));
}
