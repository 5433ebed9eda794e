// Whole games, by clicking and by keyboard.

/**
 * What the page waits for: `undefined` while others act, and as long as the kept game is the `old` one, unless an
 * act was refused.
 */
const DUE = (old) => {
  const shown = (name) => document.querySelector(`[data-testid="${name}"]`);
  const refusal = shown("refusal")?.textContent;
  if (refusal) return { kind: "refused", refusal };
  const game = localStorage.getItem("euchre.game");
  if (old !== undefined && game === old) return undefined;
  if (shown("game-result")) return { kind: "over", game };
  const choices = [...document.querySelectorAll('[data-testid="choices"] button')];
  const cards = [...document.querySelectorAll('[data-testid="hand"] button')];
  const usable = choices.filter((one) => !one.disabled).map((one) => one.dataset.testid);
  const legal = cards.flatMap((one, place) =>
    one.dataset.legal === "true" ? [{ name: one.dataset.testid, place }] : [],
  );
  return usable.length || legal.length ? { kind: "turn", choices: usable, legal, game } : undefined;
};

const KEYS = {
  "act-pass": "p",
  "act-order": "o",
  "act-order-alone": "O",
  "act-deal": "n",
  "act-swap": "g",
  "act-alone": "a",
  "act-partner": "w",
  "act-fold": "f",
  "act-stay": "y",
  "act-decline": "v",
};

/**
 * Waits until the person must do something, or the game is over.
 *
 * @param {string} [old] the kept game before the last act: something must have come of that.
 */
export async function due(page, old) {
  const handle = await page.waitForFunction(DUE, old, { timeout: 90_000 });
  return handle.jsonValue();
}

/** Begins a game by its button on the first page. */
export async function begin(page, base, strength) {
  if (strength) await page.getByTestId("strength").getByLabel(strength).check();
  await page.locator(`[data-testid="game-${base}"]:not([disabled])`).click();
  await page.getByTestId("hand").waitFor();
}

/** What a player without ambition would do, but for every third call, so that there are makers and loners. */
export function choose({ choices, legal }, turn) {
  const calls = choices.filter((name) => name.startsWith("act-") && !name.startsWith("act-claim"));
  if (legal.length) return legal[turn % legal.length];
  const eager = calls.filter((name) => name !== "act-pass");
  const name = calls.includes("act-pass") && (turn % 3 || !eager.length) ? "act-pass" : eager[turn % eager.length];
  return { name: name ?? calls[0] };
}

/** Clicks on what was chosen. */
export async function click(page, chosen) {
  await page.getByTestId(chosen.name).click();
}

/** Types what was chosen: a card's place in the hand, or the key of a call; what has none is reached by Tab. */
export async function type(page, chosen) {
  if (chosen.place !== undefined) return page.keyboard.press(String(chosen.place + 1));
  const named = /^act-name-(\w+?)(-alone)?$/.exec(chosen.name);
  const bid = /^act-bid-(\d)$/.exec(chosen.name);
  const key = KEYS[chosen.name] ?? (named && (named[2] ? named[1][0].toUpperCase() : named[1][0])) ?? bid?.[1];
  if (key) return page.keyboard.press(key);
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => document.activeElement?.dataset.testid);
    if (focused === chosen.name) return page.keyboard.press("Enter");
  }
  throw new Error(`${chosen.name} cannot be reached by keyboard`);
}

/**
 * Plays on until the game is over or so many hands are.
 *
 * @returns how many acts it took the person.
 */
export async function play(page, { act = click, hands = Infinity } = {}) {
  let left = hands;
  let now = await due(page);
  for (let acts = 0; ; acts += 1) {
    if (now.kind === "over") return acts;
    const chosen = choose(now, acts);
    if (chosen.name === "act-deal") {
      left -= 1;
      if (left <= 0) return acts;
    }
    await act(page, chosen);
    now = await due(page, now.game);
    if (now.kind === "refused") throw new Error(`${chosen.name} was refused: ${now.refusal}`);
  }
}
