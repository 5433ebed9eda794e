/** Stepping through a recorded game, with all cards open. */

import { useEffect, useRef } from "preact/hooks";
import { review } from "../app";
import type { Event } from "../gen/euchre/v1/events_pb";
import type { ReadGame } from "../gen/euchre/v1/practice_service_pb";
import type { View } from "../gen/euchre/v1/view_pb";
import { useKeys } from "../keys/typed";
import { seatBelow } from "../model/places";
import { keyOf, type Moment } from "../model/review";
import { offer } from "../wire/hosting";
import { label, told } from "../words/actions";
import { tell } from "../words/events";
import { gameTitle } from "../words/games";
import { percent } from "../words/hint";
import { MARKS } from "../words/marks";
import { People } from "../words/people";
import { Felt } from "./Felt";
import { OpenFile } from "./Home";
import { Status } from "./Status";
import { Steps } from "./Steps";

export function ReviewPage() {
  const { game, view, fault, isLoading } = review;
  return (
    <div class="review">
      <h1>{game.value ? titleOf(game.value) : "Records"}</h1>
      <p class="fault" role="alert">
        {fault.value}
      </p>
      {view.value && game.value ? (
        <Stepping view={view.value} />
      ) : (
        <Empty isLoading={isLoading.value} />
      )}
    </div>
  );
}

function titleOf({ title, record }: ReadGame): string {
  return title || gameTitle(record?.ruleset?.base ?? "");
}

function Empty({ isLoading }: { isLoading: boolean }) {
  return (
    <div class="empty">
      <p>
        {isLoading
          ? "Reading …"
          : "Open a file to step through a game, with the cards of all seats."}
      </p>
      <OpenFile />
    </div>
  );
}

function Stepping({ view }: { view: View }) {
  const game = review.game.value!;
  const people = People.recorded(view, game.record?.players ?? []);
  const winner = justWon(view);
  useKeys((key) => {
    const move = MOVES[key];
    move?.();
    return move !== undefined;
  });
  return (
    <div class="table-page">
      <div class="play">
        <Status view={view} people={people} />
        <Felt
          view={view}
          people={people}
          below={seatBelow(game.record?.players ?? [])}
          hasGhost={game.record?.ruleset?.ghostHand === true}
          trick={winner === undefined ? view.trick : view.tricks.at(-1)}
        />
        <Steps />
        <Told view={view} people={people} />
      </div>
      <aside class="side" aria-label="The game">
        <About />
        <Acts view={view} people={people} />
      </aside>
    </div>
  );
}

/** The winner of a trick that was completed by the last act. */
function justWon(view: View): number | undefined {
  const isEmpty = (view.trick?.cards.length ?? 0) === 0;
  const act = review.moment.value?.act ?? -1;
  const kind = act < 0 ? undefined : actAt(review.moment.value!)?.action?.kind.case;
  return isEmpty && kind === "playCard" ? view.tricks.at(-1)?.winner : undefined;
}

function actAt({ hand, act }: Moment) {
  return review.game.value?.record?.hands[hand]?.acts[act];
}

const MOVES: Readonly<Record<string, () => void>> = {
  ArrowLeft: () => void review.go(review.at.value - 1),
  ArrowRight: () => void review.go(review.at.value + 1),
  Home: () => void review.go(0),
  End: () => void review.go(Number.POSITIVE_INFINITY),
  PageUp: () => void review.goToHand(-1),
  PageDown: () => void review.goToHand(1),
};

/** What was done last, and what is said of it. */
function Told({ view, people }: { view: View; people: People }) {
  const moment = review.moment.value!;
  const act = actAt(moment);
  const said = act?.action ? `${told(act.seat, act.action, view, people)}.` : dealt(view, people);
  return (
    <div class="told" role="status" data-testid="told">
      <p>{said}</p>
      <p class="quiet">
        {[judgement(moment, view, people), ...remarks(moment)].filter(Boolean).join(" ")}
      </p>
    </div>
  );
}

function dealt(view: View, people: People): string {
  const event = {
    kind: { case: "dealt", value: { handNumber: view.handNumber, dealer: view.dealer } },
  };
  return tell(event as Event, view, people) ?? "";
}

function remarks({ hand, act }: Moment): string[] {
  const all = review.game.value?.remarks ?? [];
  return all
    .filter(({ place }) => place?.hand === hand && place.act === act)
    .map(({ text }) => text);
}

function judgement(moment: Moment, view: View, people: People): string {
  const decision = review.decisions.value.get(keyOf(moment));
  if (!decision) return "";
  const name = MARKS[decision.tag]?.name;
  const loss = decision.winProbabilityLoss ?? 0;
  if (loss < 0.005 || !decision.best) return name ? `${name}.` : "";
  const better = `${label(decision.best, view, people)} was ${percent(loss)} better.`;
  return name ? `${name}: ${better}` : better;
}

function About() {
  const game = review.game.value!;
  return (
    <section class="panel about">
      <h2>The game</h2>
      {review.games.value.length > 1 && (
        <label class="field">
          <span class="field-title">Game</span>
          <select
            value={review.chosen.value}
            onChange={({ currentTarget }) => review.choose(Number(currentTarget.value))}
          >
            {review.games.value.map((_, place) => (
              <option key={place} value={place}>
                {place + 1}
              </option>
            ))}
          </select>
        </label>
      )}
      <p class="quiet">{[game.date, game.description].filter(Boolean).join(". ")}</p>
      <Judge />
      <OpenFile />
    </section>
  );
}

function Judge() {
  const judging = review.judging.value;
  if (!offer.value?.host.hasAnalysis) return null;
  if (judging.state === "working") {
    return (
      <p role="status">
        <progress aria-label="Decisions judged" value={judging.done} max={judging.total || 1} />{" "}
        {judging.done} of {judging.total} decisions
      </p>
    );
  }
  return (
    <>
      <p role="status">
        {judging.state === "failed" && judging.why}
        {judging.state === "done" && "Every decision is judged."}
      </p>
      {judging.state !== "done" && (
        <button
          type="button"
          class="primary"
          data-testid="judge"
          onClick={() => void review.judge()}
        >
          Judge every decision
        </button>
      )}
    </>
  );
}

/** The acts of the hand that is shown. */
function Acts({ view, people }: { view: View; people: People }) {
  const { hand, act: current } = review.moment.value!;
  const { moments, game } = review;
  const record = game.value?.record?.hands[hand];
  const first = moments.value.findIndex((moment) => moment.hand === hand);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const acts = list.current;
    const act = acts?.querySelector<HTMLElement>("[aria-current]");
    // Not `scrollIntoView`: on a small screen that would move the page.
    if (acts && act) acts.scrollTop = act.offsetTop - acts.offsetTop - acts.clientHeight / 2;
  }, [hand, current]);
  return (
    <section class="panel acts">
      <h2>
        Hand {hand + 1} of {game.value?.record?.hands.length}
      </h2>
      <ol ref={list} data-testid="acts">
        {record?.acts.map(({ seat, action }, act) => (
          <li key={act}>
            <button
              type="button"
              aria-current={act === current ? "step" : undefined}
              onClick={() => void review.go(first + act + 1)}
            >
              {action && told(seat, action, view, people)}
              <MarkSign moment={{ hand, act }} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function MarkSign({ moment }: { moment: Moment }) {
  const tag = review.decisions.value.get(keyOf(moment))?.tag;
  const mark = tag === undefined ? undefined : MARKS[tag];
  if (!mark) return null;
  return (
    <abbr class={`mark ${mark.kind}`} title={mark.name}>
      {mark.sign}
    </abbr>
  );
}
