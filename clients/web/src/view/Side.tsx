/** Beside the table: scores, calls, tricks and the course of play. */

import { create } from "@bufbuild/protobuf";
import { useEffect, useRef } from "preact/hooks";
import { ActionSchema } from "../gen/euchre/v1/action_pb";
import { HandOutcome } from "../gen/euchre/v1/events_pb";
import type { Call, Trick, View } from "../gen/euchre/v1/view_pb";
import type { Position, SheetRow } from "../model/position";
import { told } from "../words/actions";
import { number, signed } from "../words/events";
import { gameTitle, spaced } from "../words/games";
import type { People } from "../words/people";
import { CardChip } from "./CardChip";
import { Share } from "./Result";

export function Side({ position, people }: { position: Position; people: People }) {
  const { view, sheet, log } = position;
  return (
    <aside class="side" aria-label="Scores and course of play">
      <ScoreSheet view={view} sheet={sheet} people={people} />
      <Calls view={view} people={people} />
      <Tricks view={view} people={people} />
      <Course log={log} />
      {sheet.length > 0 && view.game === undefined && <Share />}
    </aside>
  );
}

interface SheetProps {
  view: View;
  sheet: readonly SheetRow[];
  people: People;
}

function ScoreSheet({ view, sheet, people }: SheetProps) {
  const ref = useEnd(sheet.length);
  return (
    <section class="panel scores" aria-label="Score sheet" data-testid="scores">
      <h2>{gameTitle(view.rulesetBase)}</h2>
      <section
        class="scroll"
        ref={ref}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        aria-label="Scores by hand"
      >
        <table>
          <thead>
            <tr>
              <th scope="col">Hand</th>
              {view.sides.map(({ side }) => (
                <th key={side} scope="col" class={people.isMine(side) ? "mine" : ""}>
                  {people.side(side ?? 0)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.map((row, place) => (
              <Row key={place} row={row} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Score</th>
              {view.sides.map(({ side, score, tokens }) => (
                <td key={side}>
                  {number(score)}
                  {tokens > 0 && <small> {tokens} tokens</small>}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </section>
  );
}

function Row({ row }: { row: SheetRow }) {
  return (
    <tr>
      <th scope="row">
        {row.hand} <small>{rowName(row)}</small>
      </th>
      {row.changes.map((change, side) => (
        <td key={side} class={change === 0 ? "none" : ""}>
          {signed(change)}
        </td>
      ))}
    </tr>
  );
}

function rowName({ outcome }: SheetRow): string {
  return outcome === undefined ? "renege" : spaced(HandOutcome[outcome]!).toLowerCase();
}

function Calls({ view, people }: { view: View; people: People }) {
  return (
    <section class="panel calls" aria-label="Calls" data-testid="calls">
      <h2>Calls</h2>
      {view.calls.length === 0 && <p class="quiet">Nobody has spoken yet.</p>}
      <ol>
        {callsOf(view).map(({ seat, action }, place) => (
          <li key={place}>
            {action ? told(seat, action, view, people) : people.does(seat, "answer, unseen")}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What was called, with the swap before its seat's first call. Playing with a partner is no news. */
function callsOf({ calls, swappedBy }: View): Pick<Call, "seat" | "action">[] {
  const told = calls.filter(({ action }) => action?.kind.case !== "playWithPartner");
  if (swappedBy === undefined) return told;
  const swap = {
    seat: swappedBy,
    action: create(ActionSchema, { kind: { case: "swap", value: {} } }),
  };
  const first = told.findIndex(({ seat }) => seat === swappedBy);
  return first < 0 ? [...told, swap] : [...told.slice(0, first), swap, ...told.slice(first)];
}

function Tricks({ view, people }: { view: View; people: People }) {
  return (
    <section class="panel tricks" aria-label="Tricks" data-testid="tricks">
      <h2>Tricks</h2>
      {view.tricks.length === 0 && <p class="quiet">None yet in this hand.</p>}
      <ol>
        {view.tricks.map((trick, place) => (
          <li key={place}>
            <TrickLine trick={trick} view={view} people={people} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface TrickProps {
  trick: Trick;
  view: View;
  people: People;
}

/** The cards of a trick, and who won it. */
export function TrickLine({ trick, view, people }: TrickProps) {
  const { cards, winner } = trick;
  return (
    <>
      <span class="trick-cards">
        {cards.map(({ seat, card }) => (
          <span key={card} title={people.title(seat)}>
            <span class="hidden">{people.title(seat)}: </span>
            <CardChip card={card} trump={view.trump} mark={seat === winner ? "winner" : ""} />
          </span>
        ))}
      </span>
      <span class="trick-winner">{people.title(winner)}</span>
    </>
  );
}

/** Said aloud by screen readers as it goes on. */
function Course({ log }: { log: readonly string[] }) {
  const ref = useEnd(log.length);
  return (
    <section class="panel course" aria-label="Course of play">
      <h2>Course of play</h2>
      <div
        class="scroll"
        ref={ref}
        role="log"
        aria-live="polite"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        aria-label="Course of play"
        data-testid="log"
      >
        {log.map((line, place) => (
          <p key={place}>{line}</p>
        ))}
      </div>
    </section>
  );
}

/** Keeps the end of a list in sight. */
function useEnd(length: number) {
  const ref = useRef<HTMLDivElement & HTMLElement>(null);
  useEffect(() => {
    ref.current?.scrollTo({ top: ref.current.scrollHeight });
  }, [length]);
  return ref;
}
