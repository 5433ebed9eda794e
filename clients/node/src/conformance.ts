/**
 * Runs the cases of protos/conformance, whose README describes them, against a server.
 *
 *     npm run conformance -- [--dir DIR] [--no-states] [HOST:PORT]
 */

import { parseArgs } from "node:util";
import {
  createRegistry,
  fromJson,
  toJson,
  type DescMethodUnary,
  type JsonObject,
  type JsonValue,
} from "@bufbuild/protobuf";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { RulesService } from "./gen/euchre/v1/rules_service_pb.js";
import { CodeSchema } from "./gen/google/rpc/code_pb.js";
import { BadRequestSchema, ErrorInfoSchema } from "./gen/google/rpc/error_details_pb.js";
import { difference } from "./compare.js";
import { asRefusal } from "./refusal.js";
import { readSuite, resolve, type Case } from "./suite.js";

/** A step's method is known only by name, so calls are made by reflection on its descriptor. */
const methods: DescMethodUnary[] = Object.values(RulesService.method);
/** Errors inside responses hold these. */
const registry = createRegistry(ErrorInfoSchema, BadRequestSchema);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dir: { type: "string", default: "../../protos/conformance" },
    "no-states": { type: "boolean", default: false },
  },
});
const states = !values["no-states"];
const transport = createGrpcTransport({
  baseUrl: `http://${positionals[0] ?? "localhost:50051"}`,
  defaultTimeoutMs: 10_000,
});

const count = { passed: 0, failed: 0, skipped: 0 };
for (const { group, cases } of readSuite(values.dir)) {
  for (const one of cases) {
    if (one.needs === "plain" && !states) {
      count.skipped += 1;
      continue;
    }
    const found = await run(one);
    count[found ? "failed" : "passed"] += 1;
    if (found) console.log(`FAILED ${group}: ${one.name}: ${found}`);
  }
}
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;

/** Makes the calls of a case, up to the first difference, and returns that. */
async function run({ steps }: Case): Promise<string | undefined> {
  const answers: JsonValue[] = [];
  for (const [place, step] of steps.entries()) {
    const { rpc, request, response, error } = step;
    const here = `step ${place}, ${rpc}`;
    const expected: JsonObject = error === undefined ? { response: response! } : { error };
    try {
      const outcome = await call(rpc, resolve(request, answers));
      const found = difference(here, expected, outcome, states);
      if (found) return found;
      answers.push(outcome.response ?? null);
    } catch (thrown) {
      return `${here}: ${thrown}`;
    }
  }
  return undefined;
}

/**
 * Makes one call. Returns the response in protobuf's JSON form, or the refusal in the form that
 * steps expect; throws what is not the service's word.
 */
async function call(rpc: string, request: JsonValue): Promise<JsonObject> {
  const method = methods.find(({ name }) => name === rpc);
  if (!method) throw new Error("there is no such call");
  const message = fromJson(method.input, request);
  try {
    const answer = await transport.unary(method, undefined, undefined, undefined, message);
    // Fields without presence also when they are empty.
    const response = toJson(method.output, answer.message, {
      registry,
      alwaysEmitImplicit: true,
    });
    return { response };
  } catch (thrown) {
    const refusal = asRefusal(thrown);
    if (!refusal) throw thrown;
    const { code, reason, metadata, fields } = refusal;
    // Connect's codes have the numbers of google.rpc.Code, and that the names that the suite uses.
    const name = CodeSchema.value[code]!.name;
    return { error: { code: name, reason, metadata, field: fields[0] ?? null } };
  }
}
