/** Below the table: what is asked, and a button for each answer that the rules allow. */

import type { ComponentChildren } from "preact";
import type { Action } from "../gen/euchre/v1/action_pb";
import { type Suit, Trump } from "../gen/euchre/v1/cards_pb";
import { keyOf } from "../keys/shortcuts";
import { Pip } from "./pips";

export interface Choice {
  /** Stays the same while the choice does. */
  id: string;
  text: string;
  action?: Action;
  key?: string | undefined;
  badge?: string;
  isBest?: boolean;
  isMain?: boolean;
  take: () => void;
}

interface Props {
  prompt: string;
  refusal: string;
  choices: readonly Choice[];
  /** Lies where the choices are while there are none. */
  idle: ComponentChildren;
  /** Tools beside the question: hint and undo. */
  children: ComponentChildren;
}

export function Dock({ prompt, refusal, choices, idle, children }: Props) {
  return (
    <section class="dock" aria-label="Your turn">
      <div class="ask">
        <p class="prompt" role="status" data-testid="prompt">
          {prompt}
        </p>
        <p class="refusal" role="alert" data-testid="refusal">
          {refusal}
        </p>
        <div class="tools">{children}</div>
      </div>
      <div class="choices" data-testid="choices">
        {choices.map((choice) => (
          <ChoiceButton key={choice.id} choice={choice} />
        ))}
        {choices.length === 0 && idle}
      </div>
    </section>
  );
}

function ChoiceButton({ choice }: { choice: Choice }) {
  const { id, text, action, badge, isBest, isMain, take } = choice;
  const key = choice.key ?? (action && keyOf(action));
  const style = [isMain && "primary", isBest && "best"].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      class={style}
      data-testid={`act-${id}`}
      aria-keyshortcuts={shortcut(key)}
      onClick={take}
    >
      <ActionPip action={action} />
      <span>{text}</span>
      {badge && <span class="badge">{badge}</span>}
      {key && (
        <span class="key" aria-hidden="true">
          {shown(key)}
        </span>
      )}
    </button>
  );
}

function shortcut(key: string | undefined): string | undefined {
  return key && isCapital(key) ? `Shift+${key}` : key;
}

function shown(key: string): string {
  return isCapital(key) ? `⇧${key}` : key.toUpperCase();
}

function isCapital(key: string): boolean {
  return key !== key.toLowerCase();
}

/** The sign of the suit that an act names. */
function ActionPip({ action }: { action: Action | undefined }) {
  const kind = action?.kind;
  if (kind?.case !== "nameTrump" && kind?.case !== "tricksBid") return null;
  const { trump } = kind.value;
  if (trump === Trump.UNSPECIFIED || trump > Trump.SPADES) return null;
  // Suit and Trump have the same numbers.
  return <Pip suit={Number(trump) as Suit} />;
}
