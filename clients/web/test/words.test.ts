import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { type Action, ActionSchema } from "../src/gen/euchre/v1/action_pb";
import { Card, Suit, Trump } from "../src/gen/euchre/v1/cards_pb";
import { type Event, EventSchema, HandOutcome, VoidReason } from "../src/gen/euchre/v1/events_pb";
import { HELP } from "../src/gen/ruleset_help";
import { parts } from "../src/model/house_rules";
import { bidName, label, short, told } from "../src/words/actions";
import { cardName, trumpName } from "../src/words/cards";
import { number, signed, tell } from "../src/words/events";
import { gameTitle, readable, spaced } from "../src/words/games";
import { People } from "../src/words/people";
import { pairs, solo } from "./make";

function act(kind: Action["kind"]): Action {
  return create(ActionSchema, { kind: kind as never });
}

function event(kind: unknown): Event {
  return create(EventSchema, { kind: kind as never });
}

const pass = act({ case: "pass", value: {} as never });

test("cards are named with their bowers", () => {
  expect(cardName(Card.JACK_OF_HEARTS, Trump.HEARTS)).toBe("jack of hearts, right bower");
  expect(cardName(Card.JACK_OF_DIAMONDS, Trump.HEARTS)).toBe("jack of diamonds, left bower");
  expect(cardName(Card.JACK_OF_CLUBS, Trump.HEARTS)).toBe("jack of clubs");
  expect(cardName(Card.JACK_OF_CLUBS, Trump.NO_TRUMP)).toBe("jack of clubs");
  expect(cardName(Card.JACK_OF_SPADES)).toBe("jack of spades");
  expect(cardName(Card.JOKER, Trump.HEARTS)).toBe("joker");
  expect(trumpName(Trump.NO_TRUMP_LOW)).toBe("no trump, nine high");
});

test("people are addressed or named, with the verb to match", () => {
  const people = People.around(pairs(), 0);
  expect(people.does(0, "pass")).toBe("You pass");
  expect(people.does(1, "pass")).toBe("West passes");
  expect(people.does(2, "go alone")).toBe("North goes alone");
  expect(people.does(3, "are")).toBe("East is");
  expect(people.does(1, "play the nine of clubs")).toBe("West plays the nine of clubs");
});

test("sides are named with oneself first", () => {
  const fromTwo = People.around(pairs(), 2);
  expect(fromTwo.side(0)).toBe("You and North");
  expect(fromTwo.side(1)).toBe("East and West");
  const alone = People.around(solo(3), 0);
  expect(alone.side(2)).toBe("East");
  expect(alone.sideDoes(1, "make it")).toBe("West makes it");
  expect(alone.sideDoes(0, "make it")).toBe("You make it");
});

test("a record has its players' names, and addresses nobody", () => {
  const people = People.recorded(pairs(), ["Ada", "", "Cy", ""]);
  expect(people.side(0)).toBe("Ada and Cy");
  expect(people.name(1)).toBe("West");
});

test("ordering up is called by where the dealer sits", () => {
  const order = act({ case: "orderUp", value: { alone: false } as never });
  const say = (dealer: number) => {
    const view = pairs({ dealer, proposed: Suit.HEARTS });
    return label(order, view, People.around(view, 0));
  };
  expect(say(0)).toBe("Pick up hearts");
  expect(say(2)).toBe("Assist in hearts");
  expect(say(1)).toBe("Order up hearts");
});

test("alone is said with the call", () => {
  const named = act({ case: "nameTrump", value: { trump: Trump.SPADES, alone: true } as never });
  const view = pairs();
  expect(label(named, view, People.around(view, 0))).toBe("Spades, alone");
});

test("bids are words", () => {
  const tricks = act({
    case: "tricksBid",
    value: { amount: { case: "tricks", value: 4 }, trump: Trump.HEARTS } as never,
  });
  expect(bidName(tricks.kind.value as never)).toBe("four in hearts");
  expect(short(tricks)).toBe("bids four in hearts");
  const moon = act({ case: "tricksBid", value: { amount: { case: "moon", value: {} } } as never });
  expect(bidName(moon.kind.value as never)).toBe("the moon");
});

test("the course of play is told in sentences", () => {
  const view = pairs({ trump: Trump.HEARTS, maker: 1 });
  const people = People.around(view, 0);
  const say = (kind: unknown) => tell(event(kind), view, people);
  expect(say({ case: "called", value: { seat: 1, action: pass } })).toBe("West passes.");
  expect(say({ case: "called", value: { seat: 1 } })).toBe(
    "West answers, and it stays hidden for now.",
  );
  expect(say({ case: "trumpFixed", value: { trump: Trump.HEARTS, maker: 0 } })).toBe(
    "Hearts are trump, made by you.",
  );
  expect(say({ case: "trumpFixed", value: { trump: Trump.NO_TRUMP } })).toBe(
    "The hand is played with no trump.",
  );
  expect(say({ case: "cardPlayed", value: { seat: 2, card: Card.JACK_OF_HEARTS } })).toBe(
    "North plays the jack of hearts, right bower.",
  );
  expect(say({ case: "upcardTaken", value: { seat: 3 } })).toBe(
    "East takes the up-card, laying a card face down.",
  );
  expect(say({ case: "handVoided", value: { reason: VoidReason.ALL_PASSED } })).toContain(
    "Everybody passed",
  );
});

test("a scored hand says who fell short, and what it changes", () => {
  const view = pairs({ maker: 1 });
  const sides = [
    { side: 0, tricks: 3, change: 2, score: 7 },
    { side: 1, tricks: 2, change: 0, score: 4 },
  ];
  const value = { outcome: HandOutcome.SET, sides };
  const said = tell(event({ case: "handScored", value }), view, People.around(view, 0));
  expect(said).toBe("Euchred! West and East fall short with 2 tricks. You and North +2, now 7.");
});

test("the winners' points come first", () => {
  const view = pairs();
  const value = { sides: [1], scores: [4, 10], games: 2 };
  const said = tell(event({ case: "gameWon", value }), view, People.around(view, 0));
  expect(said).toBe("West and East win the game, 10 to 4. It counts as two games.");
});

test("numbers below zero have a real minus sign", () => {
  expect([number(-6), number(6), signed(-6), signed(6), signed(0)]).toEqual([
    "−6",
    "6",
    "−6",
    "+6",
    "0",
  ]);
});

test("what everybody does is told", () => {
  const view = pairs();
  const fold = act({ case: "fold", value: {} as never });
  expect(told(3, fold, view, People.around(view, 0))).toBe("East folds");
});

test("games and options have names, also those that come later", () => {
  expect(gameTitle("ghost_hand")).toBe("Ghost Hand");
  expect(gameTitle("seven_up")).toBe("Seven up");
  expect(spaced("STICK_DEALER")).toBe("Stick dealer");
  expect(readable("min_rank = 9 excludes x = 1", ["min_rank"])).toBe(
    "“Min rank” = 9 excludes x = 1",
  );
});

test("every option and every value of it has a comment to show", () => {
  const options = parts().flatMap((part) => part.options);
  const names = options.flatMap(({ fullName, choices }) => [
    fullName,
    ...choices.map((choice) => choice.fullName),
  ]);
  expect(names.filter((name) => !HELP[name])).toEqual([]);
});
