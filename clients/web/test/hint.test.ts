/** Advice that is slow to come, from a service that is played by the test. */

import { create } from "@bufbuild/protobuf";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SuggestResponseSchema } from "../src/gen/euchre/v1/analysis_service_pb";
import { RulesetSchema } from "../src/gen/euchre/v1/ruleset_pb";
import { Hint } from "../src/model/hint";
import type { Position } from "../src/model/position";
import type { Seating } from "../src/model/saved";
import type { Analysis } from "../src/wire/clients";
import { pairs } from "./make";

const none = new Uint8Array();
const seating: Seating = {
  seat: 0,
  seatKey: none,
  ruleset: create(RulesetSchema),
  strengths: [],
};

function position(): Position {
  return { state: none, table: none, view: pairs(), log: [], sheet: [] };
}

const deadlines: (number | undefined)[] = [];
let delay = 0;

const analysis = {
  suggest: async (_: unknown, { timeoutMs }: { timeoutMs?: number }) => {
    deadlines.push(timeoutMs);
    await new Promise((resolve) => setTimeout(resolve, delay));
    return create(SuggestResponseSchema);
  },
} as unknown as Analysis;

beforeEach(() => {
  vi.useFakeTimers();
  deadlines.length = 0;
});
afterEach(() => vi.useRealTimers());

test("the first advice is waited for, and said to be late", async () => {
  const hint = new Hint(analysis);
  delay = 60_000;
  const first = hint.ask(seating, position());
  await vi.advanceTimersByTimeAsync(1000);
  expect(hint.advice.value.state).toBe("asked");
  await vi.advanceTimersByTimeAsync(9000);
  expect(hint.advice.value.state).toBe("warming");
  await vi.advanceTimersByTimeAsync(50_000);
  await first;
  expect(hint.advice.value.state).toBe("given");

  delay = 10_000;
  const second = hint.ask(seating, position());
  await vi.advanceTimersByTimeAsync(9000);
  expect(hint.advice.value.state).toBe("asked");
  await vi.advanceTimersByTimeAsync(1000);
  await second;
  expect(deadlines[0]).toBe(120_000);
  expect(deadlines[1]).toBeLessThan(deadlines[0]!);
});
