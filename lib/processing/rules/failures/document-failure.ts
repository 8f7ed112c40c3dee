import type { Failure } from "@/lib/documents/rules/staged-document";
import type { ReadFailure, ReadFailureCode } from "../reading/reading";
import { failureText } from "./failure-texts";

/** The reason why a document reaches a reviewer without results, as shown in its record. */
export interface DocumentFailure extends Failure {
  readonly code: ReadFailureCode;
}

/** Creates the failure of a document, with the sentences that explain it. */
export const documentFailure = (
  code: ReadFailureCode,
  parameters: ReadFailure["parameters"] = {},
): DocumentFailure => ({ code, message: failureText({ code, parameters }) });
