/** The marks of judged decisions. */

import { AnnotationTag } from "../gen/euchre/v1/analysis_service_pb";

export interface Mark {
  sign: string;
  name: string;
  /** Which colour it has. */
  kind: "good" | "bad";
}

export const MARKS: Readonly<Partial<Record<AnnotationTag, Mark>>> = {
  [AnnotationTag.BLUNDER]: { sign: "??", name: "Blunder", kind: "bad" },
  [AnnotationTag.MISTAKE]: { sign: "?", name: "Mistake", kind: "bad" },
  [AnnotationTag.DUBIOUS]: { sign: "?!", name: "Dubious", kind: "bad" },
  [AnnotationTag.INTERESTING]: { sign: "!?", name: "Interesting", kind: "good" },
  [AnnotationTag.GREAT]: { sign: "!", name: "Great", kind: "good" },
  [AnnotationTag.BRILLIANT]: { sign: "!!", name: "Brilliant", kind: "good" },
};
