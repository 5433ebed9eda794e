/** The services behind the page: all on its own origin, through Envoy, as gRPC-Web. */

import { createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";
import { AnalysisService } from "../gen/euchre/v1/analysis_service_pb";
import { PracticeService } from "../gen/euchre/v1/practice_service_pb";
import { RulesService } from "../gen/euchre/v1/rules_service_pb";

const transport = createGrpcWebTransport({ baseUrl: location.origin });

export const rules = createClient(RulesService, transport);
export const practice = createClient(PracticeService, transport);
export const analysis = createClient(AnalysisService, transport);

export type Practice = typeof practice;
export type Rules = typeof rules;
export type Analysis = typeof analysis;

/** How long a call that plays no hand may take, in milliseconds. */
export const SHORT = { timeoutMs: 10_000 };
