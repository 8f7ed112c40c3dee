import { errorMessage } from "../node-helpers";
import { type CallOutcome, readAnswer } from "../protocol/call-answer";
import { signRequest } from "../protocol/signature";
import { AnswerTooLargeError, type CallApp, ConnectionLostError } from "./app-transport";
import type { ExecutorClock } from "./clock";

const CALL_TIMEOUT_MS = 30 * 60_000;

/**
 * The outcome of a call. `connection-lost`: the app may have received the request. `not-the-app`: the app did not
 * respond, for any other reason.
 */
export type FunctionCallOutcome =
  | CallOutcome
  | { readonly kind: "timed-out"; readonly requestVersion: null }
  | { readonly kind: "connection-lost"; readonly reason: string; readonly requestVersion: null };

/** Calls the app for one run. Never rejects; after a timeout, the request is abandoned, not aborted. */
export async function callFunction(
  options: {
    readonly callApp: CallApp;
    readonly signingKey: string;
    readonly clock: ExecutorClock;
  },
  call: {
    readonly functionId: string;
    readonly runId: string;
    readonly requestVersion: number;
    readonly body: string;
  },
): Promise<FunctionCallOutcome> {
  const { clock } = options;
  let revokeTimer: () => void = () => undefined;
  const timeOut = new Promise<FunctionCallOutcome>((resolve) => {
    revokeTimer = clock.at(clock.now() + CALL_TIMEOUT_MS, () =>
      resolve({ kind: "timed-out", requestVersion: null }),
    );
  });
  try {
    const request = {
      method: "POST",
      search: `?fnId=${encodeURIComponent(call.functionId)}&stepId=step`,
      headers: {
        ...signedHeaders(call.body, options.signingKey),
        "x-run-id": call.runId,
        "x-inngest-req-version": String(call.requestVersion),
        "x-inngest-server-kind": "cloud",
      },
      body: call.body,
    } as const;
    return await Promise.race([options.callApp(request).then(readAnswer), timeOut]);
  } catch (error) {
    return failedOutcome(error);
  } finally {
    revokeTimer();
  }
}

/**
 * Returns the headers of every request to the app. The app checks the signature against the system clock, so the
 * executor's clock is not used.
 */
export function signedHeaders(body: string, signingKey: string): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    "x-inngest-signature": signRequest(body, signingKey, Date.now()),
  };
}

function failedOutcome(error: unknown): FunctionCallOutcome {
  if (error instanceof AnswerTooLargeError) {
    return { kind: "unsupported", sentence: error.message, requestVersion: null };
  }
  const kind = error instanceof ConnectionLostError ? "connection-lost" : "not-the-app";
  return { kind, reason: errorMessage(error), requestVersion: null };
}
