/** The first page: which game, against whom. */

import { create } from "@bufbuild/protobuf";
import { signal } from "@preact/signals";
import { openFile, table } from "../app";
import { Strength } from "../gen/euchre/v1/practice_service_pb";
import { type Ruleset, RulesetSchema } from "../gen/euchre/v1/ruleset_pb";
import { isOver } from "../model/position";
import { go, route } from "../model/route";
import { offer, offerFault } from "../wire/hosting";
import { sentence } from "../wire/refusal";
import { gameAbout, gameTitle, KNOWN_GAMES, MAIN_GAMES } from "../words/games";
import { People } from "../words/people";
import { strengthAbout, strengthTitle } from "../words/strengths";
import { GameArt } from "./GameArt";
import { Segments } from "./Segments";

const strength = signal<Strength>(Strength.HEURISTIC);
const fault = signal("");
const isWaiting = signal(false);

export async function sitDown(ruleset: Ruleset): Promise<void> {
  if (isWaiting.value) return;
  isWaiting.value = true;
  fault.value = "";
  try {
    await table.begin(ruleset, [strength.value]);
    go("table");
  } catch (thrown) {
    fault.value = sentence(thrown);
  } finally {
    isWaiting.value = false;
  }
}

export function Home() {
  // Until the server has answered, what it most likely offers keeps the place.
  const games = offer.value?.rulesets.map(({ base }) => base) ?? KNOWN_GAMES;
  const others = games.filter((base) => !(MAIN_GAMES as readonly string[]).includes(base));
  return (
    <div class="home">
      <section class="welcome">
        <h1>Pull up a chair.</h1>
        <p>Pick a game and the cards are dealt at once. The other seats are taken by bots.</p>
        <Opponents />
      </section>
      <Faults />
      <Resume />
      <ul class="games">
        {MAIN_GAMES.map((base) => (
          <li key={base}>
            <button
              type="button"
              class="game"
              data-testid={`game-${base}`}
              disabled={!offer.value}
              onClick={() => sitDown(create(RulesetSchema, { base }))}
            >
              <GameArt base={base} />
              <span class="game-title">{gameTitle(base)}</span>
              <span class="game-about">{gameAbout(base)}</span>
            </button>
          </li>
        ))}
      </ul>
      <section class="more">
        <h2>More games</h2>
        <ul class="others">
          {others.map((base) => (
            <li key={base}>
              <button
                type="button"
                class="other"
                data-testid={`game-${base}`}
                disabled={!offer.value}
                onClick={() => sitDown(create(RulesetSchema, { base }))}
              >
                <strong>{gameTitle(base)}</strong>
                <span>{gameAbout(base)}</span>
              </button>
            </li>
          ))}
          <li>
            <a class="other" href="#rules=classic" data-testid="house-rules">
              <strong>Your house rules</strong>
              <span>Start from any game and change what you play differently.</span>
            </a>
          </li>
          <li>
            <OpenFile />
          </li>
        </ul>
      </section>
    </div>
  );
}

export function Opponents() {
  const strengths = offer.value?.host.strengths ?? [
    Strength.RANDOM,
    Strength.HEURISTIC,
    Strength.EXPERT,
  ];
  const options = strengths.map((value) => ({ value, title: strengthTitle(value) }));
  return (
    <div class="opponents">
      <Segments
        name="strength"
        title="The bots"
        options={options}
        chosen={strength.value}
        choose={(value) => {
          strength.value = value;
        }}
      />
      <p class="quiet">
        {strengthTitle(strength.value)} {strengthAbout(strength.value)}.
      </p>
    </div>
  );
}

export function Faults() {
  const to = route.value;
  const unknown = to.page === "home" && to.unknown;
  const lost = unknown ? `There is no page “${unknown}” here: this is the first one.` : "";
  const why = fault.value || offerFault.value || lost;
  return (
    <p class="fault" role="alert">
      {why}
    </p>
  );
}

function Resume() {
  const game = table.game.value;
  if (!game || isOver(game.position.view)) return null;
  const { view } = game.position;
  const people = People.around(view, game.seating.seat);
  const scores = view.sides.map(({ side, score }) => `${people.side(side ?? 0)} ${score}`);
  return (
    <a class="resume" href="#table" data-testid="resume">
      <strong>Go on with {gameTitle(view.rulesetBase)}</strong>
      <span>
        Hand {view.handNumber}. {scores.join(", ")}.
      </span>
    </a>
  );
}

export function OpenFile() {
  return (
    <label class="other file">
      <strong>Open a record</strong>
      <span>Euchre Game Notation or a record from here, to step through.</span>
      <input
        type="file"
        class="hidden"
        data-testid="open-file"
        accept=".egn,.json,.binpb,.txt"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) void openFile(file);
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
