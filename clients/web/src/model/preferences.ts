/** What a person likes: kept for the next visit. */

import { effect, signal } from "@preact/signals";
import { SPEEDS, type Speed } from "./pacing";
import { get, put } from "./stored";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export interface Preferences {
  theme: Theme;
  speed: Speed;
  /** Single keys can be switched off: speech input and trembling hands type them by accident. */
  hasShortcuts: boolean;
}

const KEY = "euchre.preferences";

export const preferences = signal<Preferences>(read(get(KEY)));

/** Completes what was kept; what it does not know is taken as not said. */
export function read(text: string | undefined): Preferences {
  const kept = parse(text);
  return {
    theme: THEMES.find((theme) => theme === kept.theme) ?? "system",
    speed: SPEEDS.find((speed) => speed === kept.speed) ?? "calm",
    hasShortcuts: kept.hasShortcuts !== false,
  };
}

function parse(text: string | undefined): Partial<Record<keyof Preferences, unknown>> {
  try {
    return JSON.parse(text ?? "{}") ?? {};
  } catch {
    return {};
  }
}

export function prefer(change: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...change };
  put(KEY, JSON.stringify(preferences.value));
}

/** Puts the theme where the style sheets look for it. */
export function followTheme(root: HTMLElement): void {
  effect(() => {
    const { theme } = preferences.value;
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
  });
}
