// Everybody's page: axe finds nothing, by day and by night, on a phone and on a desk; keys alone suffice.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, open, SIZES } from "./browser.mjs";
import { begin, choose, click, due, play, type } from "./playing.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const EGN = fileURLToPath(new URL("../../data/games/egn/recorded-07-one-hand.egn", import.meta.url));

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Every rule of axe, best practices too; fails with what is at fault and where. */
async function check(page, where) {
  // The page's policy allows no script of others; this one comes from the browser's own tools.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run());
  const faults = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n    ${nodes.map((node) => node.html.slice(0, 160)).join("\n    ")}`,
  );
  assert.deepEqual(faults, [], where);
  assert.ok(passes.length > 10, `${where}: axe looked at nothing`);
}

/** No part of the page is wider than the screen. */
async function fits(page, where) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${where}: ${over} pixels too wide`);
}

describe("without faults", { concurrency: 2 }, () => {
  for (const size of Object.keys(SIZES)) {
    for (const theme of ["light", "dark"]) {
      test(`${size}, ${theme}`, async () => {
        const { page, troubles, finish } = await open(browser, { size, theme });
        const look = async (where) => {
          await check(page, where);
          await fits(page, where);
        };
        await page.locator('[data-testid="game-classic"]:not([disabled])').waitFor();
        await look("first page");
        await page.getByTestId("house-rules").click();
        await page.getByTestId("play-rules").waitFor();
        await page.evaluate(() => {
          for (const part of document.querySelectorAll("details")) part.open = true;
        });
        await look("house rules");
        await page.goBack();
        await begin(page, "classic");
        await due(page);
        await look("calling");
        let now = await due(page);
        for (let turn = 0; !(now.legal?.length > 1); turn += 1) {
          await click(page, choose(now, turn));
          now = await due(page, now.game);
        }
        await look("play");
        await page.keyboard.press("?");
        await page.getByRole("dialog").waitFor();
        await look("help");
        await page.keyboard.press("Escape");
        await play(page, { hands: 1 });
        await look("the end of a hand");
        await page.goto(new URL("#review", page.url()).href);
        await page.getByTestId("open-file").setInputFiles(EGN);
        await page.getByTestId("step-on").click();
        await look("review");
        assert.deepEqual(troubles, []);
        await finish();
      });
    }
  }
});

test("from the first page to a game's end by keys alone, under rules of one's own", async () => {
  const { page, finish } = await open(browser);
  await page.locator('[data-testid="game-classic"]:not([disabled])').waitFor();
  const tabTo = async (name) => {
    for (let presses = 0; presses < 150; presses += 1) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate(() => document.activeElement?.dataset.testid)) === name) return;
    }
    throw new Error(`${name} cannot be reached`);
  };
  await tabTo("house-rules");
  await page.keyboard.press("Enter");
  await page.getByTestId("play-rules").waitFor();
  // How a part is opened by keys is the browser's own matter.
  await page.evaluate(() => {
    for (const part of document.querySelectorAll("details")) part.open = true;
  });
  await tabTo("option-target");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1");
  await tabTo("play-rules");
  await page.keyboard.press("Enter");
  await page.getByTestId("hand").waitFor();
  await play(page, { act: type });
  assert.ok(await page.getByTestId("game-result").isVisible());
  await finish();
});
