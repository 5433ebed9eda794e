// Checks the vectors of `protos/conformance/vectors/deals.json` by another language's own code, written from
// `docs/shuffle.md`: `node tests/deals/check.mjs FILE`.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const hex = (text) => Buffer.from(text, "hex");
const number = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const sha256 = (...parts) =>
  createHash("sha256")
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();

/** Exchanges cards as the words of these blocks say; returns the deck and how many blocks that took. */
function arrange(cards, block) {
  const deck = [...cards];
  let taken = 0;
  let words = [];
  const next = () => {
    if (words.length === 0) {
      const bytes = block(taken++);
      words = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => bytes.readUInt32BE(at));
    }
    return words.shift();
  };
  for (let i = deck.length - 1; i > 0; i--) {
    const limit = 2 ** 32 - (2 ** 32 % (i + 1));
    let word = next();
    while (word >= limit) word = next();
    const j = word % (i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return { deck, taken };
}

function pack(size) {
  const ranks = size === "32" ? "789TJQKA" : "9TJQKA";
  const cards = [..."cdhs"].flatMap((suit) => [...ranks].map((rank) => rank + suit));
  return size === "25" ? [...cards, "B"] : cards;
}

function faults(vector) {
  const place = Buffer.concat([hex(vector.game_id), number(vector.hand_number)]);
  const secret = hex(vector.secret);
  const first = arrange(pack(vector.pack), (at) => secret.subarray(32 * at, 32 * at + 32));
  const seats = vector.entropy.flatMap(({ seat, value }) => [Buffer.from([seat]), hex(value)]);
  const key = sha256("euchre.v1.entropy", place, ...seats);
  const label = Buffer.concat([Buffer.from("euchre.v1.reshuffle"), number(vector.hand_number)]);
  const last = seats.length
    ? arrange(first.deck, (at) => createHmac("sha256", key).update(label).update(number(at)).digest())
    : first;
  return [
    sha256("euchre.v1.commitment", place, secret).toString("hex") !== vector.commitment && "commitment",
    32 * first.taken !== secret.length && "secret",
    first.deck.join(" ") !== vector.deck_before_entropy && "deck before entropy",
    last.deck.join(" ") !== vector.deck && "deck",
    ...vector.entropy.map(({ seat, value, commitment }) => {
      const told = sha256("euchre.v1.entropy-commitment", place, Buffer.from([seat]), hex(value));
      return told.toString("hex") !== commitment && `commitment of seat ${seat}`;
    }),
  ].filter(Boolean);
}

const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));
const wrong = vectors.map(faults).filter((found) => found.length > 0);
console.log(`${vectors.length - wrong.length} right, ${wrong.length} wrong`);
process.exit(wrong.length > 0 ? 1 : 0);
