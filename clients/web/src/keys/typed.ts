/** Listens for single keys, where they are not meant for a field or a dialog. */

import { useLayoutEffect } from "preact/hooks";
import { preferences } from "../model/preferences";

const FIELDS = "input, select, textarea, dialog[open], [contenteditable]";

/** Calls back with every key typed on the page; the callback tells whether it was one of its own. */
export function useKeys(typed: (key: string) => boolean): void {
  // With what is shown, not after it is painted: a key typed between would mean what it meant before.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!preferences.value.hasShortcuts) return;
      if (target instanceof Element && target.closest(FIELDS)) return;
      if (document.querySelector("dialog[open]")) return;
      if (typed(key)) event.preventDefault();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}
