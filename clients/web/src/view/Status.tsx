/** What everybody at a table must see at all times: trump, makers, dealer, whose turn. */

import type { ComponentChildren } from "preact";
import { type Suit, Trump } from "../gen/euchre/v1/cards_pb";
import { Phase } from "../gen/euchre/v1/state_pb";
import type { View } from "../gen/euchre/v1/view_pb";
import { bidName } from "../words/actions";
import { capital, trumpName } from "../words/cards";
import { number } from "../words/events";
import type { People } from "../words/people";
import { Pip } from "./pips";

export function Status({ view, people }: { view: View; people: People }) {
  return (
    <dl class="status">
      <Fact name="Trump" id="trump">
        <TrumpSign trump={view.trump} />
      </Fact>
      <Fact name={view.maker === undefined && view.bid ? "Bid" : "Makers"} id="makers">
        {makers(view, people)}
      </Fact>
      <Fact name="Dealer" id="dealer">
        {view.dealer === undefined ? "–" : people.title(view.dealer)}
      </Fact>
      <Fact name="Turn" id="turn">
        {turn(view, people)}
      </Fact>
      <div class="score">
        <dt>Score</dt>
        <dd data-testid="score">{score(view, people)}</dd>
      </div>
    </dl>
  );
}

function Fact({ name, id, children }: { name: string; id: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-testid={id}>{children}</dd>
    </div>
  );
}

function TrumpSign({ trump }: { trump: Trump }) {
  if (trump === Trump.UNSPECIFIED) return <>–</>;
  // Suit and Trump have the same numbers.
  const suit = trump <= Trump.SPADES ? (Number(trump) as Suit) : undefined;
  return (
    <>
      {suit !== undefined && <Pip suit={suit} />} {capital(trumpName(trump))}
    </>
  );
}

function makers({ maker, bid, bidder, seats }: View, people: People): string {
  const contract = bid ? `, ${bidName(bid)}` : "";
  if (maker === undefined) return bid ? `${people.title(bidder)}${contract}` : "–";
  const alone = seats[maker]?.alone ? ", alone" : "";
  return people.side(seats[maker]?.side ?? maker) + contract + alone;
}

function score({ sides }: View, people: People): string {
  return sides.map(({ side, score }) => `${people.side(side ?? 0)} ${number(score)}`).join(" · ");
}

function turn({ next }: View, people: People): string {
  if (next?.seat === undefined) return "Game over";
  return next.phase === Phase.DEAL ? `${people.title(next.seat)} to deal` : people.title(next.seat);
}
