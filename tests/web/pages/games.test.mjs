// Whole games of all three kinds, by clicking and by keyboard alone, with all that the page receives.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { begin, click, play, type } from "./playing.mjs";

const WAYS = { clicks: click, keys: type };

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

describe("whole games", { concurrency: 2 }, () => {
  for (const base of ["classic", "ghost_hand", "buck"]) {
    for (const [how, act] of Object.entries(WAYS)) {
      test(`${base} by ${how}`, async () => {
        const { page, troubles, finish } = await open(browser, { traffic: `${base}-${how}` });
        await begin(page, base);
        const start = performance.now();
        const acts = await play(page, { act });
        const seconds = (performance.now() - start) / 1000;
        // One who orders up alone in Buck may lose within two hands.
        assert.ok(acts > 4, `${acts} acts`);
        assert.match(await page.getByTestId("game-result").textContent(), /win|won/i);
        assert.deepEqual(troubles, []);
        console.log(`FIGURE ${base} by ${how}: ${acts} acts of the person in ${seconds.toFixed(0)} s`);
        await finish();
      });
    }
  }
});
