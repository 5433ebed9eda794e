/** Keeps the keyboard's place: a card that is played takes the focus with it. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Where the focus was inside and its element has gone, it goes to what can be done next, or waits in
 * the resting place (`data-rest`) until something can.
 */
export function useKeptFocus(zone: RefObject<HTMLElement | null>, canAct: boolean): void {
  const wasInside = useRef(false);
  useLayoutEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      wasInside.current = zone.current?.contains(target as Node) ?? false;
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, [zone]);
  useLayoutEffect(() => {
    const rest = zone.current?.querySelector<HTMLElement>("[data-rest]");
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement === rest;
    if (!wasInside.current || !isLost) return;
    const next = canAct ? zone.current?.querySelector<HTMLElement>(NEXT) : rest;
    next?.focus({ preventScroll: true });
  });
}

const NEXT = ".choices button, .hand button[data-legal='true'], .hand button[tabindex='0']";
