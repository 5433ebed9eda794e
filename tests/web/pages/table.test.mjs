// What a person can do at a table beside playing: be refused, take back, ask, come back, share.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { begin, choose, click, due, play } from "./playing.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** The cards in the hand, and what is said of the game. */
const sight = (page) =>
  page.evaluate(() => {
    const text = (name) => document.querySelector(`[data-testid="${name}"]`)?.textContent ?? "";
    const cards = [...document.querySelectorAll('[data-testid="hand"] button')];
    return [cards.map((card) => card.dataset.testid), ...["trump", "makers", "dealer", "scores"].map(text)];
  });

/** Types, in the very moment in which something can be done, the key for it; notes which were heeded. */
const TYPE_AT_ONCE = () => {
  globalThis.typed = [];
  const key = () => {
    const choice = document.querySelector('[data-testid="choices"] button');
    if (choice) return choice.getAttribute("aria-keyshortcuts");
    const cards = [...document.querySelectorAll('[data-testid="hand"] button')];
    const place = cards.findIndex((card) => card.dataset.legal === "true");
    return place < 0 ? undefined : String(place + 1);
  };
  const type = () => {
    const due = key();
    if (!due) return;
    const event = new KeyboardEvent("keydown", { key: due, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
    globalThis.typed.push({ key: due, heeded: event.defaultPrevented });
  };
  new MutationObserver(type).observe(document.querySelector("#app"), {
    attributes: true,
    childList: true,
    subtree: true,
  });
};

/** Plays until a card must be played and one in the hand is not allowed; returns that card's name. */
async function untilOneIsForbidden(page) {
  let game;
  for (let turn = 0; turn < 200; turn += 1) {
    const now = await due(page, game);
    const forbidden = page.locator('[data-testid="hand"] button[data-legal="false"]');
    if (now.kind === "turn" && now.legal.length && (await forbidden.count())) {
      return forbidden.first().getAttribute("data-testid");
    }
    if (now.kind === "over") throw new Error("no card was ever forbidden");
    await click(page, choose(now, turn));
    game = now.game;
  }
  throw new Error("no card was ever forbidden");
}

describe("at the table", { concurrency: 2 }, () => {
  test("a card that is refused says why, and nothing is lost", async () => {
    const { page, finish } = await open(browser);
    await begin(page, "classic");
    const forbidden = await untilOneIsForbidden(page);
    const before = await sight(page);
    await page.getByTestId(forbidden).click({ force: true });
    const refusal = page.getByTestId("refusal");
    await refusal.waitFor();
    assert.match(await refusal.textContent(), /You hold a .* were led|follow/);
    assert.equal(await refusal.getAttribute("role"), "alert");
    assert.deepEqual(await sight(page), before);
    await page.locator('[data-testid="hand"] button[data-legal="true"]').first().click();
    await refusal.waitFor({ state: "hidden" });
    await play(page, { hands: 1 });
    await finish();
  });

  test("a game goes on after the page is loaded again", async () => {
    const { page, troubles, finish } = await open(browser);
    await begin(page, "ghost_hand");
    await play(page, { hands: 1 });
    const { game } = await due(page);
    await click(page, { name: "act-deal" });
    await due(page, game);
    const before = await sight(page);
    await page.reload();
    await page.getByTestId("hand").or(page.getByTestId("resume")).first().waitFor();
    if (await page.getByTestId("resume").isVisible()) await page.getByTestId("resume").click();
    await due(page);
    assert.deepEqual(await sight(page), before);
    await play(page, { hands: 1 });
    assert.deepEqual(troubles, []);
    await finish();
  });

  test("an act is taken back as often as wanted", async () => {
    const { page, finish } = await open(browser);
    await begin(page, "classic");
    const seen = [];
    let now = await due(page);
    for (let turn = 0; turn < 3; turn += 1) {
      seen.push(await sight(page));
      await click(page, choose(now, turn));
      now = await due(page, now.game);
    }
    await page.getByTestId("undo").click();
    assert.deepEqual(await sight(page), seen[2]);
    await page.keyboard.press("u");
    assert.deepEqual(await sight(page), seen[1]);
    await page.getByTestId("undo").click();
    assert.deepEqual(await sight(page), seen[0]);
    await play(page, { hands: 1 });
    await finish();
  });

  test("a key counts from the moment in which what it does is shown", async () => {
    const { page, troubles, finish } = await open(browser);
    await page.evaluate(TYPE_AT_ONCE);
    await begin(page, "ghost_hand");
    await page.waitForFunction(() => globalThis.typed.length > 30 || globalThis.typed.some(({ heeded }) => !heeded));
    const typed = await page.evaluate(() => globalThis.typed);
    assert.deepEqual(
      typed.filter(({ heeded }) => !heeded),
      [],
    );
    assert.equal(await page.getByTestId("refusal").textContent(), "");
    assert.deepEqual(troubles, []);
    await finish();
  });

  test("a hint names the best act and what it is worth", async () => {
    const { page, finish } = await open(browser);
    await begin(page, "classic");
    await due(page);
    await page.getByTestId("hint").click();
    // A machine's first hint waits for the solver to be compiled.
    await page.getByTestId("prompt").filter({ hasText: /Best/ }).waitFor({ timeout: 150_000 });
    assert.match(await page.getByTestId("prompt").textContent(), /Best.*\d/s);
    await finish();
  });

  test("what happens is told to those who do not see it", async () => {
    const { page, finish } = await open(browser);
    await begin(page, "classic");
    await due(page);
    const log = page.getByTestId("log");
    assert.equal(await log.getAttribute("role"), "log");
    const told = await log.textContent();
    assert.match(told, /deal/i);
    await play(page, { hands: 1 });
    assert.match(await log.textContent(), /trick/i);
    await finish();
  });

  test("a game is shared as a link, without a server that keeps it", async () => {
    const { page, finish } = await open(browser);
    await begin(page, "classic");
    await play(page, { hands: 1 });
    await page.getByTestId("share").first().click();
    const field = page.getByTestId("share-link");
    await field.waitFor();
    await page.waitForFunction(() => document.querySelector('[data-testid="share-link"]').value.includes("#record="));
    const link = await field.inputValue();
    console.log(`FIGURE a link to a game of one hand: ${link.length} characters`);
    const other = await open(browser);
    await other.page.goto(link);
    await other.page.reload();
    await other.page.getByTestId("step-on").waitFor();
    const first = await other.page.getByTestId("told").textContent();
    await other.page.getByTestId("step-on").click();
    await other.page.waitForFunction(
      (old) => document.querySelector('[data-testid="told"]').textContent !== old,
      first,
    );
    assert.deepEqual(other.troubles, []);
    await other.finish();
    await finish();
  });
});
