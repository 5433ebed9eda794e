import { expect, test } from "vitest";
import { Card, Trump } from "../src/gen/euchre/v1/cards_pb";
import { bower, inHand, isTrump } from "../src/model/cards";
import { places } from "../src/model/places";

test("the next seat sits at the left, seen from every seat", () => {
  expect(places(4, 0)).toEqual(["south", "west", "north", "east"]);
  expect(places(4, 3)).toEqual(["west", "north", "east", "south"]);
  expect(places(3, 1)).toEqual(["east", "south", "west"]);
  expect(places(2, 0)).toEqual(["south", "north"]);
});

test("there is no table for five", () => {
  expect(() => places(5, 0)).toThrow(RangeError);
});

test("jacks of trump's colour are bowers", () => {
  expect(bower(Card.JACK_OF_CLUBS, Trump.SPADES)).toBe("left bower");
  expect(bower(Card.JACK_OF_SPADES, Trump.SPADES)).toBe("right bower");
  expect(bower(Card.JACK_OF_HEARTS, Trump.SPADES)).toBeUndefined();
  expect(bower(Card.JACK_OF_HEARTS, Trump.NO_TRUMP)).toBeUndefined();
  expect(isTrump(Card.JOKER, Trump.CLUBS)).toBe(true);
  expect(isTrump(Card.JOKER, Trump.NO_TRUMP)).toBe(false);
});

test("trumps are held first, from the joker down", () => {
  const cards = [
    Card.ACE_OF_HEARTS,
    Card.JACK_OF_DIAMONDS,
    Card.NINE_OF_SPADES,
    Card.JOKER,
    Card.JACK_OF_HEARTS,
  ];
  expect(inHand(cards, Trump.HEARTS)).toEqual([
    Card.JOKER,
    Card.JACK_OF_HEARTS,
    Card.JACK_OF_DIAMONDS,
    Card.ACE_OF_HEARTS,
    Card.NINE_OF_SPADES,
  ]);
});

test("without trump the suits stay together, high to low, or low to high where low wins", () => {
  const cards = [Card.NINE_OF_CLUBS, Card.KING_OF_SPADES, Card.ACE_OF_CLUBS];
  const high = [Card.KING_OF_SPADES, Card.ACE_OF_CLUBS, Card.NINE_OF_CLUBS];
  expect(inHand(cards, Trump.UNSPECIFIED)).toEqual(high);
  const low = [Card.KING_OF_SPADES, Card.NINE_OF_CLUBS, Card.ACE_OF_CLUBS];
  expect(inHand(cards, Trump.NO_TRUMP_LOW)).toEqual(low);
});
