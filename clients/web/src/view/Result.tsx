/** What a hand or a game has come to, over the middle of the table. */

import { useSignal } from "@preact/signals";
import { type Shared, share, table } from "../app";
import type { View } from "../gen/euchre/v1/view_pb";
import { isBetweenHands, isOver } from "../model/position";
import { go } from "../model/route";
import { sentence } from "../wire/refusal";
import { number, outcome, signed, tell, won } from "../words/events";
import type { People } from "../words/people";

export function Result({ view, people }: { view: View; people: People }) {
  if (isOver(view)) return <GameResult view={view} people={people} />;
  if (!isBetweenHands(view) || view.handNumber === 0) return null;
  const { result } = view;
  return (
    <div class="result" data-testid="hand-result">
      <h2>Hand {view.handNumber}</h2>
      <p>{result ? outcome(result, view, people) : voided(view, people)}</p>
      {result && <Changes view={view} people={people} />}
    </div>
  );
}

function voided(view: View, people: People): string {
  const said = view.events.filter(({ kind }) => kind.case === "handVoided");
  return said.map((event) => tell(event, view, people)).join(" ") || "It counts for nothing.";
}

function Changes({ view, people }: { view: View; people: People }) {
  return (
    <ul class="changes">
      {view.result?.sides.map(({ side, change, score }) => (
        <li key={side} class={people.isMine(side) ? "mine" : ""}>
          <span>{people.side(side ?? 0)}</span>
          <strong>{signed(change)}</strong>
          <span>{number(score)}</span>
        </li>
      ))}
    </ul>
  );
}

function GameResult({ view, people }: { view: View; people: People }) {
  const { game } = view;
  const mine = view.seats[view.seat ?? 0]?.side ?? 0;
  const isWon = game?.sides.includes(mine);
  return (
    <div class="result" data-testid="game-result">
      <h2>{isWon ? "You have won!" : "The game is over"}</h2>
      {view.result && <p>{outcome(view.result, view, people)}</p>}
      <p>{game && won(game, people)}</p>
      <div class="choices">
        <button type="button" class="primary" data-testid="new-game" onClick={() => go("")}>
          New game
        </button>
      </div>
      <Share />
    </div>
  );
}

/** A link to the record of the hands that are over, and the record as a file. */
export function Share() {
  const shared = useSignal<Shared | undefined>(undefined);
  const said = useSignal("");
  const ask = async () => {
    try {
      shared.value = await share();
      said.value = (await copied(shared.value.link)) ? "The link is copied." : "Here is the link:";
    } catch (thrown) {
      said.value = sentence(thrown);
    }
  };
  return (
    <div class="share">
      <button type="button" data-testid="share" onClick={ask} disabled={table.isBusy.value}>
        Share the record
      </button>
      <p role="status">{said.value}</p>
      {shared.value && (
        <>
          <input
            readOnly
            aria-label="Link to the record"
            data-testid="share-link"
            value={shared.value.link}
          />
          <a href={new URL(shared.value.link).hash}>Step through it</a>
          {shared.value.egn && (
            <a
              download="euchre.egn"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(shared.value.egn)}`}
            >
              Save as EGN
            </a>
          )}
        </>
      )}
    </div>
  );
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
