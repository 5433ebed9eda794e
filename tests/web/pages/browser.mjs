// A headless Chromium, and pages in it that note all they receive.
//
// EUCHRE_WEB is the address of a running `euchre web`, CHROMIUM the browser, and EUCHRE_TRAFFIC a folder for what
// the pages received.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const ADDRESS = process.env.EUCHRE_WEB;
const TRAFFIC = process.env.EUCHRE_TRAFFIC;

/** Widths and heights, in pixels. */
export const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
};

/** Milliseconds to wait for anything: much more than it takes, for a machine may be busy. */
const PATIENCE = 120_000;

export async function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--disable-gpu"] });
}

/**
 * A page with a storage of its own, that acts without pauses.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {{size?: keyof typeof SIZES, theme?: "light" | "dark", traffic?: string}} options
 *     `traffic` names the file that its traffic is written to when the page is closed by `finish`.
 */
export async function open(browser, { size = "desktop", theme = "light", traffic } = {}) {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    hasTouch: size === "phone",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await context.addInitScript(() => {
    const key = "euchre.preferences";
    if (localStorage.getItem(key)) return;
    localStorage.setItem(key, JSON.stringify({ theme: "system", speed: "instant", hasShortcuts: true }));
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const troubles = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("console", (line) => line.type() === "error" && troubles.push(line.text()));
  const received = traffic ? await listen(page) : [];
  await page.goto(ADDRESS);
  return {
    page,
    troubles,
    /** Ends the page; writes what it received and what it keeps. */
    async finish() {
      if (traffic) {
        const kept = await page.evaluate(() => JSON.stringify(localStorage));
        const exchanges = await Promise.all(received);
        mkdirSync(TRAFFIC, { recursive: true });
        writeFileSync(join(TRAFFIC, `${traffic}.json`), JSON.stringify({ exchanges, kept }));
      }
      await context.close();
    },
  };
}

/**
 * Notes every answer: where from, what was asked and what came, in the order in which it was asked for. Each is held
 * until it is whole and noted; only then the page gets it.
 */
async function listen(page) {
  const received = [];
  await page.route("**/*", (route) => {
    const request = route.request();
    const exchange = route.fetch().then(async (response) => {
      const body = await response.body();
      await route.fulfill({ response, body });
      return {
        url: request.url(),
        type: response.headers()["content-type"] ?? "",
        asked: request.postDataBuffer()?.toString("base64") ?? "",
        body: body.toString("base64"),
      };
    });
    received.push(exchange);
    return exchange;
  });
  return received;
}
