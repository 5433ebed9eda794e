/** The person's cards: legal ones stand out, and the others tell why they cannot go. */

import { useState } from "preact/hooks";
import type { Card, Trump } from "../gen/euchre/v1/cards_pb";
import type { LegalAction } from "../gen/euchre/v1/view_pb";
import { step } from "../keys/shortcuts";
import { cardOf } from "../words/actions";
import { cardName } from "../words/cards";
import { CardFace } from "./CardFace";

interface Props {
  /** In the order in which they are held. */
  cards: readonly Card[];
  trump: Trump;
  legal: readonly LegalAction[];
  /** Whether it is the person's turn. */
  isMyTurn: boolean;
  choose: (card: Card) => void;
  /** What the hint says of a card. */
  badge: (card: Card) => { text: string; isBest: boolean } | undefined;
}

export function Hand({ cards, trump, legal, isMyTurn, choose, badge }: Props) {
  const [wanted, setWanted] = useState(0);
  const current = Math.min(wanted, cards.length - 1);
  const move = (event: KeyboardEvent) => {
    const to = step(event.key, current, cards.length);
    if (to === undefined) return;
    event.preventDefault();
    setWanted(to);
    const group = event.currentTarget as HTMLElement;
    group.querySelectorAll<HTMLButtonElement>("button")[to]?.focus();
  };
  return (
    <fieldset
      class="hand"
      aria-label="Your cards"
      data-testid="hand"
      style={{ "--cards": cards.length }}
      onKeyDown={move}
    >
      {cards.map((card, place) => {
        const action = legal.find((one) => one.action && cardOf(one.action) === card);
        const standing = standingOf(isMyTurn, legal, action);
        const hint = badge(card);
        return (
          <div class="held" key={card} style={{ "--place": place }}>
            <button
              type="button"
              class={`card ${standing}${hint?.isBest ? " best" : ""}`}
              data-testid={`card-${card}`}
              data-legal={standing === "legal"}
              tabIndex={place === current ? 0 : -1}
              onFocus={() => setWanted(place)}
              onClick={() => choose(card)}
            >
              <span class="hidden">{spoken(card, trump, standing, hint?.text)}</span>
              <CardFace card={card} />
              {hint && (
                <span class="badge" aria-hidden="true">
                  {hint.text}
                </span>
              )}
            </button>
          </div>
        );
      })}
    </fieldset>
  );
}

function spoken(card: Card, trump: Trump, standing: Standing, hint = ""): string {
  return [cardName(card, trump), SPOKEN[standing], hint].filter(Boolean).join(", ");
}

type Standing = "idle" | "legal" | "renege" | "illegal";

const SPOKEN: Record<Standing, string> = {
  idle: "",
  legal: "",
  renege: "would be a renege",
  illegal: "not allowed now",
};

function standingOf(
  isMyTurn: boolean,
  legal: readonly LegalAction[],
  action: LegalAction | undefined,
): Standing {
  const isByCard = legal.some((one) => one.action && cardOf(one.action) !== undefined);
  if (!isMyTurn || !isByCard) return "idle";
  if (!action) return "illegal";
  return action.renege ? "renege" : "legal";
}
