/** A record of a game as a link: deflated, in base64url, behind `#record=`. */

import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";
import { type GameRecord, GameRecordSchema } from "../gen/euchre/v1/record_pb";

/** A longer one is no record of a game, but something that unpacks to fill the memory. */
const LONGEST = 4_000_000;

export async function toLink(record: GameRecord): Promise<string> {
  const packed = await through(
    new CompressionStream("deflate-raw"),
    toBinary(GameRecordSchema, record),
  );
  return base64Encode(packed, "url");
}

/** Throws an error with a sentence for a player, where the link is cut or mistyped. */
export async function fromLink(text: string): Promise<GameRecord> {
  try {
    const bytes = await through(new DecompressionStream("deflate-raw"), base64Decode(text));
    return fromBinary(GameRecordSchema, bytes);
  } catch {
    throw new Error("This link does not hold a whole game. Perhaps it was cut when it was copied.");
  }
}

type Stream = CompressionStream | DecompressionStream;

async function through(stream: Stream, bytes: Uint8Array): Promise<Uint8Array> {
  const body = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = body.pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LONGEST) throw new RangeError("too long");
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
