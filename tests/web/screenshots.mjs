// Takes the pictures of docs/web.md: EUCHRE_WEB names a running `euchre web`, CHROMIUM the browser, and the argument
// the folder. `python -m tests.web.screenshots` starts all that.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, open } from "./pages/browser.mjs";
import { begin, choose, click, due, play } from "./pages/playing.mjs";

const MOST_BYTES = 120_000;
const EGN = fileURLToPath(new URL("../data/games/egn/recorded-08-annotated.egn", import.meta.url));

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
const browser = await launch();
const encoder = await browser.newPage();

/** Keeps what a page shows, as WebP, which Playwright does not write but the browser does. */
async function keep(page, name) {
  const png = (await page.screenshot()).toString("base64");
  const url = await encoder.evaluate(async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), {
      width: picture.width,
      height: picture.height,
    });
    canvas.getContext("2d").drawImage(picture, 0, 0);
    return canvas.toDataURL("image/webp", 0.8);
  }, png);
  const webp = Buffer.from(url.split(",")[1], "base64");
  const path = join(folder, `web-${name}.webp`);
  writeFileSync(path, webp);
  console.log(`${path}: ${(webp.length / 1024).toFixed(0)} KB`);
  if (webp.length > MOST_BYTES) throw new Error(`${path} is too large for the docs`);
}

/** Plays until a trick is under way and there is a choice of cards. */
async function untilATrickLies(page) {
  let now = await due(page);
  const lies = () => page.locator('[data-testid="trick"] .card, [data-testid="trick"] svg').count();
  for (let turn = 0; !(now.legal?.length > 1 && (await lies())); turn += 1) {
    if (now.kind === "over") throw new Error("the game was over before a trick lay there");
    await click(page, choose(now, turn));
    now = await due(page, now.game);
  }
}

for (const [name, base, options] of [
  ["table-light", "classic", { theme: "light" }],
  ["table-dark", "ghost_hand", { theme: "dark" }],
  ["phone-light", "classic", { size: "phone", theme: "light" }],
  ["phone-dark", "buck", { size: "phone", theme: "dark" }],
]) {
  const { page, finish } = await open(browser, options);
  await begin(page, base);
  await play(page, { hands: 1 });
  const { game } = await due(page);
  await click(page, { name: "act-deal" });
  await due(page, game);
  await untilATrickLies(page);
  if (name === "table-light") {
    await page.getByTestId("hint").click();
    await page.getByTestId("prompt").filter({ hasText: /Best/ }).waitFor({ timeout: 300_000 });
  }
  await keep(page, name);
  await finish();
}

const { page, finish } = await open(browser);
await page.getByTestId("house-rules").click();
await page.getByTestId("play-rules").waitFor();
await keep(page, "house-rules");
await page.goto(new URL("#review", page.url()).href);
await page.getByTestId("open-file").setInputFiles(EGN);
await page.getByTestId("step-on").waitFor();
for (let step = 0; step < 14; step += 1) await page.getByTestId("step-on").click();
await page.waitForTimeout(500);
await keep(page, "review");
await finish();
await browser.close();
