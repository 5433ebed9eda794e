/** Which page is shown: told by the address's fragment, which never reaches a server. */

import { signal } from "@preact/signals";

export type Route =
  | { page: "home" /** What the address names, if it is no page. */; unknown?: string }
  | { page: "rules"; base: string }
  | { page: "table" }
  | { page: "review"; record: string | undefined };

export function parse(fragment: string): Route {
  const [name = "", value = ""] = fragment.replace(/^#\/?/, "").split("=", 2);
  switch (name) {
    case "table":
      return { page: "table" };
    case "rules":
      return { page: "rules", base: value || "classic" };
    case "record":
      return { page: "review", record: value };
    case "review":
      return { page: "review", record: undefined };
    case "":
    case "home":
      return { page: "home" };
    default:
      return { page: "home", unknown: fragment.replace(/^#/, "") };
  }
}

export const route = signal<Route>({ page: "home" });

export function followAddress(): void {
  addEventListener("hashchange", follow);
  follow();
}

/** Shows another page at once: `hashchange` comes late enough for the old page to be painted once more. */
export function go(fragment: string): void {
  const { hash, href } = new URL(`#${fragment}`, location.href);
  if (hash !== location.hash) history.pushState(undefined, "", href);
  follow();
}

function follow(): void {
  route.value = parse(location.hash);
  scrollTo(0, 0);
}
