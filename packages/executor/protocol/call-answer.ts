import { z } from "zod";
import { parseJson } from "../node-helpers";
import { type OpOutcome, type RetryRule, readOps } from "./opcode";
import { readStepError, type StepError } from "./step-error";
import { storageProblem } from "./storable-json";

/** The app's response to a call; header names are in lower case. */
export interface AppAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: string;
}

type Meaning =
  | OpOutcome
  | ({ readonly kind: "threw"; readonly error: StepError } & RetryRule)
  | { readonly kind: "unauthorised" }
  | { readonly kind: "unknown-function" }
  | { readonly kind: "not-the-app"; readonly reason: string };

/**
 * What a response means for the run. `retryAfter` and `requestVersion` are the values of their headers; null if the
 * header is missing.
 */
export type CallOutcome = { readonly requestVersion: number | null } & Meaning;

const VERSION = 2;
const UNKNOWN_FUNCTION =
  /^Function ".*" was not found in this app; is the app synced correctly\?$/s;

const internalError = z.object({ type: z.literal("internal"), message: z.string() });

/**
 * Reads any response to a call in the format of inngest 4.24.0; never throws. `unsupported`: the function needs a feature
 * that this executor lacks. `unauthorised`: the app rejects our signature. `not-the-app`: something else responded.
 */
export function readAnswer(answer: AppAnswer): CallOutcome {
  const version = answer.headers.get("x-inngest-req-version");
  const requestVersion = version !== null && /^-?\d+$/.test(version) ? Number(version) : null;
  return { requestVersion, ...(foreignOutcome(answer) ?? ownOutcome(answer, requestVersion)) };
}

/**
 * Returns null if the app itself responded and accepted our signature; after a bad signature, the SDK strips its other
 * headers.
 */
function foreignOutcome(answer: AppAnswer): Meaning | null {
  if (answer.headers.get("x-inngest-sdk") !== null) {
    return answer.status === 401 ? { kind: "unauthorised" } : null;
  }
  if (answer.headers.get("x-inngest-sdk-handled") !== null) return { kind: "unauthorised" };
  // The SDK sends this fallback response, without its usual headers, if its middleware throws.
  if (answer.status === 500 && internalError.safeParse(parseJson(answer.body)).success) return null;
  const start = answer.body.slice(0, 100).replaceAll(/\s+/g, " ").trim();
  return {
    kind: "not-the-app",
    reason: `Status ${answer.status} without the header x-inngest-sdk; the response begins with "${start}".`,
  };
}

function ownOutcome(answer: AppAnswer, requestVersion: number | null): Meaning {
  if (requestVersion !== null && requestVersion !== VERSION) {
    return unsupported(
      `The app responds in version ${requestVersion} of the protocol, not ${VERSION}: remove optimizeParallelism: false from the client and its functions.`,
    );
  }
  if (answer.status === 201) {
    return unsupported("The app streams its responses: remove INNGEST_STREAMING and `streaming`.");
  }
  if (answer.status !== 200 && answer.status !== 206) return thrown(answer);
  const body = parseJson(answer.body);
  if (body === undefined) {
    return badAnswer(`The app responded with ${answer.status} and a body that is not JSON.`);
  }
  if (answer.status === 206) return readOps(body, retryRule(answer));
  const problem = storageProblem(body);
  return problem === null
    ? { kind: "completed", result: body }
    : unsupported(`The function's result ${problem}, which cannot be stored. Return other data.`);
}

function thrown(answer: AppAnswer): Meaning {
  const body = parseJson(answer.body);
  const rule = retryRule(answer);
  if (answer.status === 500 && answer.headers.get("x-inngest-no-retry") === null) {
    const internal = internalError.safeParse(body);
    if (internal.success && UNKNOWN_FUNCTION.test(internal.data.message)) {
      return { kind: "unknown-function" };
    }
  }
  const fallback = `The app responded with ${answer.status} without an error message.`;
  return { kind: "threw", error: readStepError(body, fallback), ...rule };
}

/** The header says whether the call may be retried. Without the header, it may be retried. */
function retryRule({ headers }: AppAnswer): RetryRule {
  return {
    isRetriable: headers.get("x-inngest-no-retry") !== "true",
    retryAfter: headers.get("retry-after"),
  };
}

function badAnswer(message: string): Meaning {
  const error = { name: "BadAnswer", message };
  return { kind: "threw", error, isRetriable: true, retryAfter: null };
}

function unsupported(sentence: string): Meaning {
  return { kind: "unsupported", sentence };
}
