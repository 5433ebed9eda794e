/**
 * Plays a game of each kind against the rules service, with the bot in every seat, and shows what
 * a refused act looks like.
 *
 *     npm run play [HOST:PORT]
 */

import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { choose } from "./bot.js";
import { Card } from "./gen/euchre/v1/cards_pb.js";
import { RulesService } from "./gen/euchre/v1/rules_service_pb.js";
import { asRefusal } from "./refusal.js";
import { Table } from "./table.js";

const address = process.argv[2] ?? "localhost:50051";
const transport = createGrpcTransport({
  baseUrl: `http://${address}`,
  // A call without a deadline can hang forever.
  defaultTimeoutMs: 10_000,
});
// A fixed seed (all zeros), so that this program says the same every time.
const seed = new Uint8Array(32);

for (const base of ["classic", "ghost_hand", "buck"]) {
  const table = await Table.create(transport, { base }, seed);
  const { game, handNumber } = await table.playOut(choose);
  const scores = game!.scores.join(" ");
  const sides = game!.sides.join(" ");
  console.log(
    `${base}: scores [${scores}], winning sides [${sides}], ${handNumber} hands, ${table.acts} acts`,
  );
}

// Now ask for what cannot be done, twice.
const { play } = createClient(RulesService, transport);
const table = await Table.create(transport, { base: "classic" }, seed);
const turn = table.turn(table.next.seat!);
await show("a card before the deal", play({ turn, card: Card.NINE_OF_CLUBS }));
await show("no card at all", play({ turn }));

async function show(what: string, call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    const refusal = asRefusal(error);
    if (!refusal) throw error;
    const { reason, fields, message } = refusal;
    console.log(`${what}: ${reason}, fields [${fields.join(" ")}]: ${message}`);
    return;
  }
  throw new Error(`${what} was not refused`);
}
