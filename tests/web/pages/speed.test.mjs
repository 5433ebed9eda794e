// How soon the page is there, and whether it stays where it is.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ADDRESS, launch, open } from "./browser.mjs";
import { begin, play } from "./playing.mjs";

/** Milliseconds until a game can be chosen. */
const SOON = 1000;
/** Loads that are measured, and how many a busy machine may take to be quick once. */
const LOADS = { measured: 5, most: 30 };
/** Browsers call a shift below 0.1 good; what stays here is the question's line, whose sentences differ in length. */
const MOST_SHIFT = 0.02;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Notes every shift of the layout, those after a click too, which browsers excuse. */
const WATCH = () => {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const from = entry.sources.map(({ node }) => node?.nodeName + "." + (node?.className ?? ""));
      globalThis.shifts.push({ value: entry.value, at: entry.startTime, from });
    }
  }).observe({ type: "layout-shift", buffered: true });
};

/** Cumulative layout shift as browsers report it, the worst five seconds, but with what follows a click. */
function cumulative(shifts) {
  let worst = 0;
  let sum = 0;
  let start = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { value, at } of shifts) {
    if (at - last > 1000 || at - start > 5000) {
      sum = 0;
      start = at;
    }
    sum += value;
    last = at;
    worst = Math.max(worst, sum);
  }
  return worst;
}

test("it loads in a moment", async () => {
  const { page, finish } = await open(browser);
  const times = [];
  const isDone = () => times.length >= LOADS.measured && Math.min(...times) < SOON;
  while (!isDone() && times.length < LOADS.most) {
    await page.goto("about:blank");
    const start = performance.now();
    await page.goto(ADDRESS);
    await page.locator('[data-testid="game-classic"]:not([disabled])').waitFor();
    times.push(performance.now() - start);
  }
  // A game can be chosen before anything is painted.
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const { paint, bytes } = await page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    bytes: performance.getEntriesByType("resource").reduce((sum, one) => sum + one.encodedBodySize, 0),
  }));
  times.sort((one, other) => one - other);
  const median = times[Math.floor(times.length / 2)];
  console.log(`FIGURE until a game can be chosen: ${median.toFixed(0)} ms, the median of ${times.length} loads`);
  console.log(`FIGURE first paint: ${paint.toFixed(0)} ms; scripts, styles and answers: ${(bytes / 1024).toFixed(0)} KB`);
  assert.ok(times[0] < SOON, `${times[0]} ms at best`);
  await finish();
});

for (const size of ["desktop", "phone"]) {
  test(`nothing jumps on a ${size}`, async () => {
    const { page, finish } = await open(browser, { size });
    await page.addInitScript(WATCH);
    await page.goto(ADDRESS);
    await page.reload();
    await page.locator('[data-testid="game-classic"]:not([disabled])').waitFor();
    await begin(page, "classic");
    await play(page, { hands: 2 });
    const shifts = await page.evaluate(() => globalThis.shifts);
    const worst = cumulative(shifts);
    console.log(`FIGURE layout shift from the first page to the end of two hands, ${size}: ${worst.toFixed(3)}`);
    assert.ok(worst < MOST_SHIFT, JSON.stringify(shifts.filter(({ value }) => value > 0.002), undefined, 1));
    await finish();
  });
}
