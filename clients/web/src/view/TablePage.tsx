/** The page of a game that is being played. */

import { create } from "@bufbuild/protobuf";
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { hint, table } from "../app";
import { type Action, ActionSchema } from "../gen/euchre/v1/action_pb";
import type { Card } from "../gen/euchre/v1/cards_pb";
import type { View } from "../gen/euchre/v1/view_pb";
import { cardPlace, DEAL, HINT, keyOf, UNDO } from "../keys/shortcuts";
import { useKeys } from "../keys/typed";
import { inHand } from "../model/cards";
import { isBest, worthOf } from "../model/hint";
import { isBetweenHands, isOver, type Position } from "../model/position";
import { go } from "../model/route";
import { dealerOf, type Game } from "../model/saved";
import { offer } from "../wire/hosting";
import { cardOf, label, prompt } from "../words/actions";
import { gameTitle } from "../words/games";
import { advice, badge } from "../words/hint";
import { People } from "../words/people";
import { strengthTitle } from "../words/strengths";
import { claims } from "./claims";
import { type Choice, Dock } from "./Dock";
import { Felt } from "./Felt";
import { useKeptFocus } from "./focus";
import { Hand } from "./Hand";
import { Result } from "./Result";
import { Side, TrickLine } from "./Side";
import { Status } from "./Status";

export function TablePage() {
  const game = table.game.value!;
  const { position, seating } = game;
  const { view } = position;
  const people = People.around(view, seating.seat);
  const cards = inHand(view.seats[seating.seat]?.cards ?? [], view.trump);
  const warned = useSignal<Card | undefined>(undefined);
  const zone = useRef<HTMLDivElement>(null);
  useKeptFocus(zone, table.canAct.value || isBetweenHands(view));

  const choose = (card: Card) => chooseCard(card, position, warned);
  const choices = table.isBusy.value ? [] : choicesOf(game, people);
  const shown = { ...view, dealer: dealerOf(game) };
  useKeys((key) => {
    if (takeByKey(key, choices)) return true;
    const place = cardPlace(key);
    const card = place === undefined ? undefined : cards[place];
    if (card !== undefined && table.canAct.value) choose(card);
    return card !== undefined;
  });

  const warning = warned.value !== undefined && table.canAct.value ? RENEGE : "";
  return (
    <div class="table-page" ref={zone}>
      <h1 class="hidden">{gameTitle(view.rulesetBase)}</h1>
      <div class="play" tabIndex={-1} data-rest>
        <Status view={shown} people={people} />
        <Felt
          view={shown}
          people={people}
          below={seating.seat}
          hasGhost={seating.ruleset.ghostHand === true}
          trick={table.trick.value}
          note={(seat) =>
            seat === seating.seat ? "" : strengthTitle(seating.strengths[seat] ?? 0)
          }
        >
          {!table.isBusy.value && <Result view={view} people={people} />}
          {table.isCut.value && (
            <p class="cut" role="alert">
              The connection to the table is lost. Trying again …
            </p>
          )}
        </Felt>
        <Dock
          prompt={promptOf(position, people)}
          refusal={warning || table.refusal.value}
          choices={choices}
          idle={<LastTrick view={view} people={people} />}
        >
          <Tools game={game} />
        </Dock>
        <Hand
          cards={cards}
          trump={view.trump}
          legal={view.legalActions}
          isMyTurn={table.canAct.value}
          choose={choose}
          badge={(card) =>
            badgeOf(
              view.legalActions.find(({ action }) => action && cardOf(action) === card)?.action,
            )
          }
        />
      </div>
      <Side position={position} people={people} />
    </div>
  );
}

/** The trick before, which a small screen has no other place for. */
function LastTrick({ view, people }: { view: View; people: People }) {
  const trick = view.tricks.at(-1);
  if (!trick) return null;
  return (
    <p class="last-trick">
      <span class="quiet">Last trick</span>
      <TrickLine trick={trick} view={view} people={people} />
    </p>
  );
}

const RENEGE =
  "That would be a renege: you could follow suit. Choose the card again to play it all the same.";

/** Does what choosing a card means now; the service says what is wrong with a card that may not go. */
function chooseCard(card: Card, { view }: Position, warned: { value: Card | undefined }) {
  if (!table.canAct.value) return;
  const legal = view.legalActions.find(({ action }) => action && cardOf(action) === card);
  if (legal?.renege && warned.value !== card) {
    warned.value = card;
    return;
  }
  warned.value = undefined;
  const played = create(ActionSchema, { kind: { case: "playCard", value: { card } } });
  const other = view.legalActions.find(({ action }) => action && cardOf(action) !== undefined);
  void table.goOn(legal?.action ?? withCard(other?.action, card) ?? played);
}

/** The same act with another card. */
function withCard(action: Action | undefined, card: Card): Action | undefined {
  const kind = action?.kind;
  switch (kind?.case) {
    case "playCard":
      return create(ActionSchema, { kind: { case: "playCard", value: { card } } });
    case "discard":
      return create(ActionSchema, { kind: { case: "discard", value: { card } } });
    case "layDown":
      return create(ActionSchema, { kind: { case: "layDown", value: { card } } });
    case "giveCard":
      return create(ActionSchema, { kind: { case: "giveCard", value: { card } } });
    default:
      return undefined;
  }
}

const NEW_GAME: Choice = { id: "new", text: "New game", isMain: true, take: () => go("") };

function choicesOf({ position, seating }: Game, people: People): Choice[] {
  const { view } = position;
  if (table.isEnded.value) return [NEW_GAME];
  if (isOver(view)) return [];
  const claimed = claims(view, seating.ruleset, people, (action) => void table.goOn(action));
  if (isBetweenHands(view)) {
    const deal: Choice = {
      id: "deal",
      text: view.handNumber === 0 ? "Deal the first hand" : "Deal the next hand",
      key: DEAL,
      isMain: true,
      take: () => void table.goOn(),
    };
    return [deal, ...claimed];
  }
  const held = view.seats[seating.seat]?.cards ?? [];
  const answers = view.legalActions.flatMap(({ action, text }): Choice[] => {
    const card = action && cardOf(action);
    if (!action || (card !== undefined && held.includes(card))) return [];
    return [
      {
        id: text.replaceAll(" ", "-"),
        text: label(action, view, people),
        action,
        ...hinted(action),
        take: () => void table.goOn(action),
      },
    ];
  });
  return [...answers, ...claimed];
}

function hinted(action: Action): Pick<Choice, "badge" | "isBest"> {
  const found = badgeOf(action);
  return found ? { badge: found.text, isBest: found.isBest } : {};
}

function badgeOf(action: Action | undefined) {
  const value = worthOf(hint.advice.value, action);
  if (!value) return undefined;
  return { text: badge(value), isBest: isBest(hint.advice.value, action) };
}

function promptOf({ view }: Position, people: People): string {
  const given = hint.advice.value;
  if (given.state === "asked") return "Thinking about it …";
  if (given.state === "failed") return given.why;
  if (given.state === "given") return advice(given.answer, view, people);
  if (given.state === "warming") return "The adviser is warming up …";
  if (table.isEnded.value) return "";
  if (table.isCut.value) return "Waiting for the table …";
  if (isOver(view)) return "The game is over.";
  if (isBetweenHands(view) && !table.isBusy.value) return "";
  if (table.canAct.value) return prompt(view);
  if (isBetweenHands(view)) return "The cards are dealt …";
  return view.next?.seat === view.seat
    ? "One moment …"
    : `${people.does(view.next?.seat, "think")} …`;
}

function takeByKey(key: string, choices: readonly Choice[]): boolean {
  if (key === UNDO && table.canUndo.value && !table.isEnded.value) {
    table.undo();
    return true;
  }
  if (key === HINT && canHint()) {
    askHint();
    return true;
  }
  const choice = choices.find((one) => (one.key ?? (one.action && keyOf(one.action))) === key);
  choice?.take();
  return choice !== undefined;
}

function canHint(): boolean {
  return table.canAct.value && offer.value?.host.hasAnalysis === true;
}

function askHint() {
  table.refusal.value = "";
  const { seating, position } = table.game.value!;
  void hint.ask(seating, position);
}

function Tools({ game }: { game: Game }) {
  return (
    <>
      {offer.value?.host.hasAnalysis && (
        <button
          type="button"
          data-testid="hint"
          aria-keyshortcuts={HINT}
          disabled={!canHint()}
          onClick={askHint}
        >
          Hint
        </button>
      )}
      <button
        type="button"
        data-testid="undo"
        aria-keyshortcuts={UNDO}
        disabled={game.past.length === 0 || table.isEnded.value}
        onClick={() => table.undo()}
      >
        Undo
      </button>
    </>
  );
}
