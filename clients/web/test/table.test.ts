/** The table against a service that is played by the test. */

import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Action, ActionSchema } from "../src/gen/euchre/v1/action_pb";
import {
  type ContinueRequest,
  type ContinueResponse,
  ContinueResponseSchema,
} from "../src/gen/euchre/v1/practice_service_pb";
import { RulesetSchema } from "../src/gen/euchre/v1/ruleset_pb";
import { Phase } from "../src/gen/euchre/v1/state_pb";
import { ErrorInfoSchema } from "../src/gen/google/rpc/error_details_pb";
import type { Game } from "../src/model/saved";
import { Table } from "../src/model/table";
import type { Practice } from "../src/wire/clients";
import { pairs } from "./make";

/** One answer of the service: steps, and perhaps an error behind them. */
type Answer = (ContinueResponse | Error)[];

const asked: Partial<ContinueRequest>[] = [];
let answers: Answer[] = [];

const practice = {
  async *continue(request: ContinueRequest) {
    asked.push(request);
    for (const part of answers.shift() ?? []) {
      if (part instanceof Error) throw part;
      yield part;
    }
  },
} as unknown as Practice;

let ply = 0;

/** The state after another act, with the turn at a seat. */
function step(seat: number, phase = Phase.PLAY): ContinueResponse {
  ply += 1;
  const state = new Uint8Array([ply]);
  return create(ContinueResponseSchema, {
    state,
    table: state,
    view: pairs({ next: { phase, seat } }),
  });
}

function lost(): Error {
  return new ConnectError("fetch failed", Code.Unavailable);
}

function refused(): Error {
  const info = create(ErrorInfoSchema, { reason: "MUST_FOLLOW_SUIT", domain: "euchre.v1" });
  const error = new ConnectError("You hold a heart.", Code.FailedPrecondition);
  error.details.push({ type: "google.rpc.ErrorInfo", value: toBinary(ErrorInfoSchema, info) });
  return error;
}

const pass: Action = create(ActionSchema, { kind: { case: "pass", value: {} } });
let saved: Game | undefined;
let table: Table;

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  answers = [];
  ply = 0;
  saved = undefined;
  table = new Table({
    practice,
    speed: () => "instant",
    save: (game) => {
      saved = game;
    },
  });
  table.resume({
    seating: {
      seat: 0,
      seatKey: new Uint8Array([7]),
      ruleset: create(RulesetSchema, { base: "classic" }),
      strengths: [],
    },
    position: {
      state: new Uint8Array([0]),
      table: new Uint8Array([0]),
      view: pairs(),
      log: [],
      sheet: [],
    },
    past: [],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

async function act(): Promise<void> {
  const done = table.goOn(pass);
  await vi.runAllTimersAsync();
  await done;
}

test("a game that waits for the person is taken up without a call", () => {
  expect(asked).toEqual([]);
  expect(table.canAct.value).toBe(true);
});

test("acts come in one after another, up to the person's turn", async () => {
  answers = [[step(1), step(2), step(0)]];
  await act();
  expect(table.position.value?.state).toEqual(new Uint8Array([3]));
  expect(table.canAct.value).toBe(true);
  expect(saved?.position.state).toEqual(new Uint8Array([3]));
});

test("undo goes back to before the person's act, not before a bot's", async () => {
  answers = [
    [step(1), step(0)],
    [step(1), step(0)],
  ];
  await act();
  await act();
  table.undo();
  expect(table.position.value?.state).toEqual(new Uint8Array([2]));
  table.undo();
  expect(table.position.value?.state).toEqual(new Uint8Array([0]));
  expect(table.canUndo.value).toBe(false);
});

test("a refused act changes nothing, and its reason is told", async () => {
  answers = [[refused()]];
  await act();
  expect(table.refusal.value).toBe("You hold a heart.");
  expect(table.position.value?.state).toEqual(new Uint8Array([0]));
  expect(table.canUndo.value).toBe(false);
  expect(table.canAct.value).toBe(true);
});

test("a lost call is made again with its act, where nothing had arrived", async () => {
  answers = [[lost()], [step(1), step(0)]];
  await act();
  expect(asked.map(({ action }) => action)).toEqual([pass, pass]);
  expect(table.isCut.value).toBe(false);
});

test("a call lost on the way goes on from what arrived, without the act", async () => {
  answers = [[step(1), lost()], [step(0)]];
  await act();
  expect(asked.map(({ action }) => action)).toEqual([pass, undefined]);
  expect(asked[1]?.state).toEqual(new Uint8Array([1]));
  expect(table.game.value?.past.length).toBe(1);
});

test("a call lost behind the last act of a hand does not deal the next one", async () => {
  answers = [[step(1), step(3, Phase.DEAL), lost()]];
  await act();
  expect(asked.length).toBe(1);
  expect(table.isBusy.value).toBe(false);
});

test("while a call is lost it is told", async () => {
  answers = [[lost()], [step(0)]];
  const done = table.goOn(pass);
  await vi.advanceTimersByTimeAsync(100);
  expect(table.isCut.value).toBe(true);
  await vi.runAllTimersAsync();
  await done;
  expect(table.isCut.value).toBe(false);
});

test("nothing is done twice at once", async () => {
  answers = [[step(1), step(0)]];
  const first = table.goOn(pass);
  await table.goOn(pass);
  await vi.runAllTimersAsync();
  await first;
  expect(asked.length).toBe(1);
});

test("undo breaks off what the bots are doing", async () => {
  answers = [[step(1), lost()], [step(0)]];
  const done = table.goOn(pass);
  await vi.advanceTimersByTimeAsync(100);
  table.undo();
  await vi.runAllTimersAsync();
  await done;
  expect(table.position.value?.state).toEqual(new Uint8Array([0]));
  expect(asked.length).toBe(1);
});

test("a game of other keys offers nothing any more", async () => {
  const info = create(ErrorInfoSchema, { reason: "STATE_KEY_UNKNOWN", domain: "euchre.v1" });
  const error = new ConnectError("Another key.", Code.FailedPrecondition);
  error.details.push({ type: "google.rpc.ErrorInfo", value: toBinary(ErrorInfoSchema, info) });
  answers = [[error]];
  await table.goOn(pass);
  expect(table.isEnded.value).toBe(true);
  expect(table.canAct.value).toBe(false);
  expect(table.refusal.value).toContain("started anew");
});
