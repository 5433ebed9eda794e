/** The table seen from above: who sits where, and what lies in the middle. */

import type { ComponentChildren } from "preact";
import { type Card, Trump } from "../gen/euchre/v1/cards_pb";
import { Phase } from "../gen/euchre/v1/state_pb";
import {
  SeatStatus,
  type SeatView,
  type Trick,
  UpcardStatus,
  type View,
} from "../gen/euchre/v1/view_pb";
import { type Place, places } from "../model/places";
import { short } from "../words/actions";
import { cardName } from "../words/cards";
import type { People } from "../words/people";
import { CardChip } from "./CardChip";
import { CardFace } from "./CardFace";

interface Props {
  view: View;
  people: People;
  /** The seat at the lower edge. */
  below: number;
  /** Whether the rules deal a ghost hand. */
  hasGhost: boolean;
  /** What lies in the middle; a complete trick has a winner. */
  trick: Trick | undefined;
  /** What is said under a seat's name. */
  note?: (seat: number) => string;
  /** Lies over the middle: a result. */
  children?: ComponentChildren;
}

export function Felt({ view, people, below, hasGhost, trick, note, children }: Props) {
  const round = places(view.seats.length, below);
  return (
    <div class="felt" data-seats={view.seats.length}>
      {view.seats.map((seat, place) => (
        <Plate
          key={place}
          seat={seat}
          view={view}
          people={people}
          place={round[place]!}
          note={note?.(place) ?? ""}
        />
      ))}
      <Middle view={view} people={people} round={round} hasGhost={hasGhost} trick={trick} />
      {children}
    </div>
  );
}

interface PlateProps {
  seat: SeatView;
  view: View;
  people: People;
  place: Place;
  note: string;
}

function Plate({ seat, view, people, place, note }: PlateProps) {
  const number = seat.seat ?? 0;
  const isActing = view.next?.seat === number;
  const isOut = seat.status === SeatStatus.SITTING_OUT || seat.status === SeatStatus.FOLDED;
  const state = `${isActing ? " acting" : ""}${isOut ? " out" : ""}`;
  return (
    <section
      class={`plate ${place}${state}`}
      aria-label={people.title(number)}
      data-testid={`seat-${number}`}
    >
      <p class="plate-name">
        <span>{people.title(number)}</span>
        {view.dealer === number && (
          <abbr class="dealer" title="Dealer">
            D
          </abbr>
        )}
      </p>
      <Note seat={seat} view={view} note={note} />
      <p class="plate-tricks">
        <span class="hidden">Tricks: {seat.tricks}</span>
        {Array.from({ length: seat.tricks }, (_, trick) => (
          <i key={trick} aria-hidden="true" />
        ))}
      </p>
      <Held seat={seat} view={view} />
    </section>
  );
}

function Note({ seat, view, note }: { seat: SeatView; view: View; note: string }) {
  const part = standing(seat, view);
  const said = part ? "" : lastWord(seat.seat, view);
  return <p class={part || said ? "plate-note loud" : "plate-note"}>{part || said || note}</p>;
}

/** What a seat has said last, as long as it is still being called. */
function lastWord(seat: number | undefined, view: View): string {
  if (view.trump !== Trump.UNSPECIFIED || view.result) return "";
  const call = view.calls.findLast((other) => other.seat === seat);
  return call?.action ? short(call.action) : "";
}

/** A seat's part in the hand, if it is not an ordinary one. */
function standing({ seat, status, alone }: SeatView, view: View): string {
  if (status === SeatStatus.FOLDED) return "folded";
  if (status === SeatStatus.SITTING_OUT) return "sits out";
  if (alone) return "alone";
  if (view.maker === seat) return "maker";
  return view.swappedBy === seat ? "swapped" : "";
}

/** What a seat holds: open in a record, else the backs of its cards. */
function Held({ seat, view }: { seat: SeatView; view: View }) {
  if (seat.seat === view.seat) return null;
  if (seat.cards.length > 0) {
    return (
      <p class="open">
        {seat.cards.map((card) => (
          <CardChip key={card} card={card} trump={view.trump} />
        ))}
      </p>
    );
  }
  return (
    <p class="backs">
      <span class="hidden">{seat.cardCount} cards</span>
      {Array.from({ length: seat.cardCount }, (_, card) => (
        <i key={card} aria-hidden="true" />
      ))}
    </p>
  );
}

interface MiddleProps {
  view: View;
  people: People;
  round: Place[];
  hasGhost: boolean;
  trick: Trick | undefined;
}

function Middle({ view, people, round, hasGhost, trick }: MiddleProps) {
  const cards = trick?.cards ?? [];
  return (
    <ul class="middle" aria-label="On the table" data-testid="trick">
      {cards.map(({ seat, card }) => (
        <li
          key={card}
          class={`played ${round[seat ?? 0]}${trick?.winner === seat ? " winner" : ""}`}
          data-card={card}
        >
          <Lying card={card} text={`${people.title(seat)}: ${cardName(card, view.trump)}`} />
        </li>
      ))}
      {cards.length === 0 && <Upcard view={view} />}
      {cards.length === 0 && hasGhost && <Ghost view={view} people={people} />}
    </ul>
  );
}

function Lying({ card, text }: { card: Card; text: string }) {
  return (
    <span class="card">
      <span class="hidden">{text}</span>
      <CardFace card={card} />
    </span>
  );
}

/** The ghost hand, as long as it is still being called. */
function Ghost({ view, people }: { view: View; people: People }) {
  const isCalled = view.trump === Trump.UNSPECIFIED && view.next?.phase !== Phase.DEAL;
  if (!isCalled || view.result) return null;
  const { swappedBy } = view;
  const taken = swappedBy === undefined ? "" : `, laid down by ${people.name(swappedBy)}`;
  return (
    <li class="upcard" data-testid="ghost">
      <span class="card back" />
      <small>Ghost hand{taken}</small>
    </li>
  );
}

/** The up-card, until it is taken or cards are played. */
function Upcard({ view }: { view: View }) {
  const { upcard, upcardStatus } = view;
  if (upcard === undefined || view.tricks.length > 0 || view.result) return null;
  if (upcardStatus === UpcardStatus.TURNED_DOWN) {
    return (
      <li class="upcard" data-testid="upcard">
        <span class="card back" />
        <small>{cardName(upcard)}, turned down</small>
      </li>
    );
  }
  if (upcardStatus === UpcardStatus.TAKEN) return null;
  return (
    <li class="upcard" data-testid="upcard">
      <Lying card={upcard} text={`Up-card: ${cardName(upcard, Trump.UNSPECIFIED)}`} />
    </li>
  );
}
