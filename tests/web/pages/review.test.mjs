// A game from a file: shown act by act, and judged.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, open } from "./browser.mjs";

const FILES = new URL("../../data/games/egn/", import.meta.url);
const file = (name) => fileURLToPath(new URL(name, FILES));

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const told = (page) => page.getByTestId("told").textContent();

test("an EGN file is stepped through by buttons and by keys", async () => {
  const { page, troubles, finish } = await open(browser);
  await page.getByTestId("open-file").setInputFiles(file("recorded-08-annotated.egn"));
  await page.getByTestId("step-on").waitFor();
  const seen = new Set([await told(page)]);
  for (let step = 0; step < 12; step += 1) {
    const before = await told(page);
    if (step % 2) await page.getByTestId("step-on").click();
    else await page.keyboard.press("ArrowRight");
    await page.waitForFunction((old) => document.querySelector('[data-testid="told"]').textContent !== old, before);
    seen.add(await told(page));
  }
  assert.ok(seen.size > 8, `${seen.size} different acts`);
  const last = await told(page);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((old) => document.querySelector('[data-testid="told"]').textContent !== old, last);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((old) => document.querySelector('[data-testid="told"]').textContent === old, last);
  await page.getByTestId("step-hand-on").click();
  await page.waitForFunction((old) => document.querySelector('[data-testid="told"]').textContent !== old, last);
  assert.deepEqual(troubles, []);
  await finish();
});

test("its decisions are judged", async () => {
  const { page, finish } = await open(browser);
  await page.getByTestId("open-file").setInputFiles(file("recorded-07-one-hand.egn"));
  await page.getByTestId("judge").click();
  // A machine's first judgement waits for the solver to be compiled.
  await page.getByText("Every decision is judged").waitFor({ timeout: 200_000 });
  await finish();
});

test("a file that breaks the rules says where", async () => {
  const { page, finish } = await open(browser);
  await page.getByTestId("open-file").setInputFiles(file("invalid-renege.egn"));
  await page.getByText(/Deal \d+.*trick \d+/i).first().waitFor();
  await finish();
});
