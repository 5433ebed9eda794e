/**
 * Hosts the bot, so that it can enter a tournament.
 *
 *     npm run bot [PORT]
 */

import { createServer, type ServerHttp2Session } from "node:http2";
import { Code, ConnectError } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { choose } from "./bot.js";
import { BotService } from "./gen/euchre/v1/bot_service_pb.js";

const port = Number(process.argv[2] ?? 7000);

// DecideMany and DecideStream are left out: the router answers UNIMPLEMENTED to what is not here.
// Nothing is kept between questions: they come mixed from many games, and at once.
const answer = connectNodeAdapter({
  routes: (router) =>
    router.service(BotService, {
      describe: () => ({
        name: "node-example",
        version: "1.0",
        author: "clients/node",
        playsVariants: true,
        isDeterministic: true,
      }),
      decide: ({ question }) => {
        if (!question?.view?.legalActions.length) {
          throw new ConnectError("The question has no legal actions.", Code.InvalidArgument);
        }
        return { action: choose(question.view) };
      },
    }),
});

// gRPC needs HTTP/2. Questions show a seat's cards and are not encrypted, so only this machine may
// ask.
const server = createServer(answer).listen(port, "127.0.0.1", () => {
  console.log("serving at", server.address());
});

// Told to stop: finish the decisions under way. `close` of a server waits for sessions, and that of
// a session for its streams.
const sessions = new Set<ServerHttp2Session>();
server.on("session", (session) => {
  sessions.add(session);
  session.on("close", () => sessions.delete(session));
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    server.close();
    for (const session of sessions) session.close();
  });
}
