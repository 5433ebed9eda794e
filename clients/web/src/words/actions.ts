/** What an act is called: on a button, and when somebody has done it. */

import type { Action, TricksBid } from "../gen/euchre/v1/action_pb";
import { type Card, Trump } from "../gen/euchre/v1/cards_pb";
import { Phase } from "../gen/euchre/v1/state_pb";
import type { View } from "../gen/euchre/v1/view_pb";
import { capital, suitName, theCard, trumpName } from "./cards";
import type { People } from "./people";

/** The card that an act moves, for acts that are done by choosing a card. */
export function cardOf({ kind }: Action): Card | undefined {
  switch (kind.case) {
    case "playCard":
    case "discard":
    case "layDown":
    case "giveCard":
      return kind.value.card;
    default:
      return undefined;
  }
}

/** What a button says, from the seat of the view. */
export function label(action: Action, view: View, people: People): string {
  const { kind } = action;
  switch (kind.case) {
    case "pass":
      return "Pass";
    case "orderUp":
      return orderUp(view) + alone(kind.value.alone);
    case "nameTrump":
      return capital(trumpName(kind.value.trump)) + alone(kind.value.alone);
    case "tricksBid":
      return capital(bidName(kind.value));
    case "swap":
      return "Take the ghost hand";
    case "declineUpcard":
      return "Leave the up-card";
    case "goAlone":
      return "Go alone";
    case "playWithPartner":
      return "Play with your partner";
    case "fold":
      return "Fold";
    case "stay":
      return "Stay in";
    case "dealHand":
      return "Deal";
    case "claimRenege":
      return `Call a renege of ${people.name(kind.value.offender)}`;
    case "redeal":
      return "Show your hand for a new deal";
    case "takeDummy":
      return "Take the dummy hand";
    case "discard":
      return `Lay down ${theCard(kind.value.card)}`;
    case "layDown":
      return `Lay down ${theCard(kind.value.card)}`;
    case "giveCard":
      return `Give ${theCard(kind.value.card)}`;
    case "playCard":
      return `Play ${theCard(kind.value.card, view.trump)}`;
    case undefined:
      return "Nothing";
  }
}

function orderUp(view: View): string {
  const suit = proposed(view);
  if (view.dealer === view.seat) return `Pick up ${suit}`;
  const mine = view.seats[view.seat ?? -1]?.side;
  const dealers = view.seats[view.dealer ?? -1]?.side;
  return mine === dealers ? `Assist in ${suit}` : `Order up ${suit}`;
}

function proposed(view: View): string {
  return suitName(view.proposed);
}

function alone(isAlone: boolean): string {
  return isAlone ? ", alone" : "";
}

/** Such as "four", "four in hearts", "the moon". */
export function bidName({ amount, trump }: TricksBid): string {
  const suit = trump === Trump.UNSPECIFIED ? "" : ` in ${trumpName(trump)}`;
  switch (amount.case) {
    case "tricks":
      return `${NUMBERS[amount.value] ?? amount.value}${suit}`;
    case "moon":
      return `the moon${suit}`;
    case "shooter":
      return `a shooter${suit}`;
    case undefined:
      return "nothing";
  }
}

const NUMBERS = ["none", "one", "two", "three", "four", "five", "six"];

/** A sentence that tells what a seat has said or done. */
export function told(seat: number | undefined, action: Action, view: View, people: People): string {
  const does = (verb: string) => people.does(seat, verb);
  const { kind } = action;
  switch (kind.case) {
    case "pass":
      return does("pass");
    case "orderUp":
      return does(orderedUp(seat, view)) + alone(kind.value.alone);
    case "nameTrump":
      return does(`name ${trumpName(kind.value.trump)}`) + alone(kind.value.alone);
    case "tricksBid":
      return does(`bid ${bidName(kind.value)}`);
    case "swap":
      return does("take the ghost hand");
    case "declineUpcard":
      return does("leave the up-card");
    case "goAlone":
      return does("go alone");
    case "playWithPartner":
      return does("play with a partner");
    case "fold":
      return does("fold");
    case "stay":
      return does("stay in");
    case "dealHand":
      return does("deal");
    case "claimRenege":
      return does(`call a renege of ${people.name(kind.value.offender)}`);
    case "redeal":
      return does("show a hand that asks for a new deal");
    case "takeDummy":
      return does("take the dummy hand");
    case "discard":
    case "layDown":
      return does(`lay ${kind.value.card ? theCard(kind.value.card) : "a card"} face down`);
    case "giveCard":
      return does(`give ${theCard(kind.value.card)}`);
    case "playCard":
      return does(`play ${theCard(kind.value.card, view.trump)}`);
    case undefined:
      return does("answer, unseen");
  }
}

function orderedUp(seat: number | undefined, view: View): string {
  if (seat === view.dealer) return "pick up the up-card";
  const sides = view.seats.map(({ side }) => side);
  return sides[seat ?? -1] === sides[view.dealer ?? -1] ? "assist" : "order up the up-card";
}

/** A call in a word or two, for beside its speaker's name. */
export function short({ kind }: Action): string {
  switch (kind.case) {
    case "pass":
      return "passes";
    case "tricksBid":
      return `bids ${bidName(kind.value)}`;
    case "swap":
      return "swapped";
    default:
      return "";
  }
}

/** What the seat of the view is asked to do. */
export function prompt(view: View): string {
  switch (view.next?.phase) {
    case Phase.NAME_JOKER_SUIT:
      return "The joker is turned up: name its suit before you see your cards.";
    case Phase.FARMERS:
      return "Your hand entitles you to more: use it, or pass.";
    case Phase.CALL_ROUND_1:
      return `Shall ${proposed(view)} be trump?`;
    case Phase.CALL_ROUND_2:
      return "Name another suit as trump, or pass.";
    case Phase.AUCTION:
      return "How many tricks do you bid?";
    case Phase.NAME_TRUMP:
      return "You won the auction: name trump.";
    case Phase.EXCHANGE:
      return "Choose the card to lay face down for the up-card.";
    case Phase.ALONE:
      return "Do you play this hand alone?";
    case Phase.BEST_CARD:
      return "Choose a card for the exchange with your partner.";
    case Phase.DUMMY:
      return "Take the dummy hand, or choose a card to lay down.";
    case Phase.FOLD:
      return "Do you stay in this hand?";
    case Phase.PLAY:
      return view.trick?.cards.length ? "Play a card." : "You lead: play a card.";
    default:
      return "It is your turn.";
  }
}
