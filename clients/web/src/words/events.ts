/** The course of play, one sentence for each thing that happened. */

import { Trump } from "../gen/euchre/v1/cards_pb";
import type { GameWon, SideResult } from "../gen/euchre/v1/events_pb";
import {
  type Event,
  HandOutcome,
  type HandScored,
  OutReason,
  VoidReason,
} from "../gen/euchre/v1/events_pb";
import type { View } from "../gen/euchre/v1/view_pb";
import { told } from "./actions";
import { capital, theCard, trumpName } from "./cards";
import type { People } from "./people";

const VOIDED: Record<VoidReason, string> = {
  [VoidReason.UNSPECIFIED]: "The hand counts for nothing.",
  [VoidReason.ALL_PASSED]: "Everybody passed: the hand counts for nothing.",
  [VoidReason.ALL_FOLDED]: "Nobody stayed in: the hand counts for nothing.",
  [VoidReason.UNCONTESTED]: "Only one stayed in: the hand counts for nothing.",
  [VoidReason.FARMERS_HAND]: "A farmer's hand was shown: the cards are dealt again.",
  [VoidReason.JOKER_TURNED_UP]: "The joker was turned up: the cards are dealt again.",
};

/** Tells one event; the view is the one after it. Nothing where another event says it already. */
export function tell({ kind }: Event, view: View, people: People): string | undefined {
  const does = (verb: string) => `${people.does(seatOf(kind.value), verb)}.`;
  switch (kind.case) {
    case "dealt":
      return `Hand ${kind.value.handNumber}: ${people.does(kind.value.dealer, "deal")}.`;
    case "upcardTurned":
      return `${capital(theCard(kind.value.card))} is turned up.`;
    case "called":
      return kind.value.action
        ? `${told(kind.value.seat, kind.value.action, view, people)}.`
        : does("answer, and it stays hidden for now");
    case "upcardTurnedDown":
      return `Everybody passed: ${theCard(kind.value.card)} is turned down.`;
    case "trumpFixed":
      return trumpFixed(kind.value.trump, kind.value.maker, people);
    case "upcardTaken":
      return does(`take the up-card, laying ${named(kind.value.discard)} face down`);
    case "upcardLeft":
      return does("leave the up-card");
    case "handSwapped":
      return does("take the ghost hand");
    case "cardLaidDown":
      return does(`lay ${named(kind.value.card)} face down`);
    case "cardGiven":
      return does(`give ${people.name(kind.value.to)} ${named(kind.value.card)}`);
    case "dummyTaken":
      return does("take the dummy hand");
    case "seatOut":
      return kind.value.reason === OutReason.PARTNER_ALONE ? does("sit out this hand") : undefined;
    case "cardPlayed":
      return does(`play ${theCard(kind.value.card, view.trump)}`);
    case "trickWon":
      return does(`win trick ${kind.value.trickNumber}`);
    case "handVoided":
      return VOIDED[kind.value.reason];
    case "handScored":
      return `${outcome(kind.value, view, people)} ${changes(kind.value.sides, people)}`;
    case "renegeProved": {
      const { offender, seat, trickNumber, shown, sides } = kind.value;
      const proof = `${theCard(shown)} shows that ${people.name(offender)} did not follow suit in trick ${trickNumber}`;
      return `${people.does(seat, "are")} right: ${proof}. ${changes(sides, people)}`;
    }
    case "gameWon":
      return won(kind.value, people);
    case undefined:
      return undefined;
  }
}

function seatOf(value: unknown): number | undefined {
  const seat = (value as { seat?: number } | undefined)?.seat;
  return seat;
}

function named(card: number | undefined): string {
  return card === undefined ? "a card" : theCard(card);
}

function trumpFixed(trump: Trump, maker: number | undefined, people: People): string {
  const what =
    trump >= Trump.NO_TRUMP
      ? `The hand is played with ${trumpName(trump)}`
      : `${capital(trumpName(trump))} are trump`;
  return maker === undefined ? `${what}.` : `${what}, made by ${people.name(maker)}.`;
}

/** How a hand ended for its makers. */
export function outcome(scored: HandScored, view: View, people: People): string {
  const maker = view.seats[view.maker ?? -1]?.side;
  const makers = maker === undefined ? "the makers" : people.side(maker);
  const does = (verb: string) =>
    maker === undefined ? `The makers ${verb}` : people.sideDoes(maker, verb);
  const taken = maker === undefined ? undefined : scored.sides[maker]?.tricks;
  const tricks = taken === undefined ? "" : ` with ${count(taken, "trick")}`;
  switch (scored.outcome) {
    case HandOutcome.MADE:
      return `${does("make it")}${tricks}.`;
    case HandOutcome.MARCH:
      return `${does("take every trick")}.`;
    case HandOutcome.SET:
      return `Euchred! ${does("fall short")}${tricks}.`;
    case HandOutcome.NO_MAKER:
      return "The hand is played out, without a maker.";
    case HandOutcome.UNCONTESTED:
      return "Everybody else folded.";
    case HandOutcome.CONCEDED:
      return "The dealer gives up the deal.";
    default:
      return `The hand of ${makers} is over.`;
  }
}

/** Such as "You and North: +1, now 7." Sides whose score stays are left out. */
function changes(sides: readonly SideResult[], people: People): string {
  const parts = sides
    .filter(({ change }) => change !== 0)
    .map(
      ({ side, change, score }) =>
        `${people.side(side ?? 0)} ${signed(change)}, now ${number(score)}`,
    );
  return parts.length ? `${parts.join("; ")}.` : "No score changes.";
}

export function won({ sides, scores, games }: GameWon, people: People): string {
  const names = sides.map((side) => people.side(side)).join(", ");
  const plural = sides.length > 1 || people.isPlural(sides[0] ?? 0);
  const slam = games > 1 ? " It counts as two games." : "";
  // The winners' points come first, as people say it.
  const others = scores.filter((_, side) => !sides.includes(side));
  const said = [...sides.map((side) => scores[side] ?? 0), ...others].map(number).join(" to ");
  return `${names} ${plural ? "win" : "wins"} the game, ${said}.${slam}`;
}

/** With a real minus sign. */
export function number(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

export function signed(change: number): string {
  return change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "0";
}

export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
