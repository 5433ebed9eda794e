/** Plays at a table of the rules service: carries the state that the stateless service returns. */

import type { MessageInitShape } from "@bufbuild/protobuf";
import { createClient, type Client, type Transport } from "@connectrpc/connect";
import type { Action } from "./gen/euchre/v1/action_pb.js";
import type { RulesetSchema } from "./gen/euchre/v1/ruleset_pb.js";
import { RulesService } from "./gen/euchre/v1/rules_service_pb.js";
import type { Next } from "./gen/euchre/v1/state_pb.js";
import { Audience, type View } from "./gen/euchre/v1/view_pb.js";

/** Decides for the seat whose view it is. */
export type Choose = (view: View) => Action;

/**
 * One game. It holds every seat's key, as whoever hosts a game does; a player would be given the
 * state and the key of one seat.
 */
export class Table {
  /** How many acts were done since the game was created. */
  acts = 0;

  private constructor(
    private readonly client: Client<typeof RulesService>,
    private readonly seatKeys: Uint8Array[],
    private state: Uint8Array,
    /** Which seat acts, and in which phase of the hand. No seat: the game is over. */
    public next: Next,
  ) {}

  /**
   * Creates a game, without dealing. The same rules and seed (32 bytes) give the same cards;
   * without a seed the service draws one.
   */
  static async create(
    transport: Transport,
    ruleset: MessageInitShape<typeof RulesetSchema>,
    seed?: Uint8Array,
  ): Promise<Table> {
    const client = createClient(RulesService, transport);
    const { transition, seatKeys } = await client.createGame({ ruleset, seed });
    return new Table(client, seatKeys, transition!.state, transition!.next!);
  }

  /** What every act of a seat starts with. For acts by their own names, such as `play`. */
  turn(seat: number) {
    return { state: this.state, seat, key: this.seatKeys[seat] };
  }

  /** Returns what a seat may know, and what it may do if it is its turn. */
  async view(seat: number): Promise<View> {
    const { state, key } = this.turn(seat);
    const selector = { audience: Audience.SEAT, seat };
    const { view } = await this.client.getView({ state, key, view: selector });
    return view!;
  }

  /** Does something for the seat whose turn it is. A refused act changes nothing. */
  async act(action: Action): Promise<void> {
    const { transition } = await this.client.apply({
      turn: this.turn(this.next.seat!),
      action,
    });
    this.state = transition!.state;
    this.next = transition!.next!;
    this.acts += 1;
  }

  /** Plays to the end of the game and returns the last view. */
  async playOut(choose: Choose): Promise<View> {
    while (this.next.seat !== undefined) {
      await this.act(choose(await this.view(this.next.seat)));
    }
    return this.view(0);
  }
}
