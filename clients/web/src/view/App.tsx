/** The frame around every page. */

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { isHelpOpen, table } from "../app";
import { HELP } from "../keys/shortcuts";
import { useKeys } from "../keys/typed";
import { prefer, preferences, THEMES } from "../model/preferences";
import { route } from "../model/route";
import { capital } from "../words/cards";
import { HelpDialog } from "./HelpDialog";
import { Home } from "./Home";
import { PipSheet } from "./pips";
import { ReviewPage } from "./ReviewPage";
import { RulesPage } from "./RulesPage";
import { TablePage } from "./TablePage";

const TITLES = {
  home: "Euchre",
  table: "At the table – Euchre",
  rules: "House rules – Euchre",
  review: "Records – Euchre",
} as const;

export function App() {
  useKeys((key) => {
    if (key !== HELP) return false;
    isHelpOpen.value = true;
    return true;
  });
  const { page } = route.value;
  useEffect(() => {
    document.title = TITLES[page];
  }, [page]);
  return (
    <>
      <PipSheet />
      <button type="button" class="skip" onClick={skip}>
        Skip to the page
      </button>
      <Header />
      <main id="main" tabIndex={-1}>
        <Page />
      </main>
      <HelpDialog />
    </>
  );
}

/** Fragments are taken by the routes, so that a link cannot do it. */
function skip() {
  document.getElementById("main")?.focus();
}

function Page() {
  const to = route.value;
  switch (to.page) {
    case "table":
      return table.game.value ? <TablePage /> : <Home />;
    case "rules":
      return <RulesPage key={to.base} base={to.base} />;
    case "review":
      return <ReviewPage />;
    case "home":
      return <Home />;
  }
}

function Header() {
  const { page } = route.value;
  return (
    <header class="top">
      <a class="brand" href="#home" aria-label="Euchre, first page">
        <svg viewBox="-12 -12 24 24" aria-hidden="true">
          <use href="#pip-4" />
        </svg>
        Euchre
      </a>
      <nav aria-label="Pages">
        <Link to="home" isHere={page === "home"}>
          Games
        </Link>
        <Link to="review" isHere={page === "review"}>
          Records
        </Link>
        {table.game.value && (
          <Link to="table" isHere={page === "table"}>
            Table
          </Link>
        )}
      </nav>
      <button
        type="button"
        class="icon"
        data-testid="theme"
        onClick={nextTheme}
        title={themeTitle()}
      >
        <ThemeIcon />
        <span class="hidden">{themeTitle()}</span>
      </button>
      <button
        type="button"
        class="icon"
        data-testid="help"
        title="Keys and settings (?)"
        onClick={() => {
          isHelpOpen.value = true;
        }}
      >
        <span aria-hidden="true">?</span>
        <span class="hidden">Keys and settings</span>
      </button>
    </header>
  );
}

function Link(props: { to: string; isHere: boolean; children: ComponentChildren }) {
  return (
    <a href={`#${props.to}`} aria-current={props.isHere ? "page" : undefined}>
      {props.children}
    </a>
  );
}

function themeTitle(): string {
  return `Colours: ${capital(preferences.value.theme)}`;
}

function nextTheme() {
  const place = THEMES.indexOf(preferences.value.theme);
  prefer({ theme: THEMES[(place + 1) % THEMES.length]! });
}

function ThemeIcon() {
  const { theme } = preferences.value;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="8" fill="none" stroke="currentColor" stroke-width="2" />
      {theme === "system" && <path d="M12 4A8 8 0 0 1 12 20Z" fill="currentColor" />}
      {theme === "dark" && <circle cx="12" cy="12" r="8" fill="currentColor" />}
    </svg>
  );
}
