import { randomUUID } from "node:crypto";
import type { Answer } from "../operations/operation";
import { runOperation } from "../operations/route-operation";
import { type RequestHeaders, readRequestHeaders } from "../protocol/http-headers";
import { parseRequestTarget } from "../protocol/request-target";
import { toS3Error } from "../protocol/s3-error";
import { type Trust, verifyRequest } from "../signature/verify-request";
import type { DiskStore } from "../storage/disk-store";
import { answerPreflight, corsHeaders } from "./cors";
import { errorAnswer, type PendingRequest, sendAnswer } from "./send-answer";

/** The dependencies of every request. */
export interface RequestHandlerOptions {
  readonly store: DiskStore;
  readonly trust: Trust;
  readonly corsOrigins: readonly string[];
  readonly objectSizeMaxBytes: number;
  readonly reservedBytes: number;
  /** Resolves with the free space on the disk; null if the system does not report it. */
  readonly freeBytes: () => Promise<number | null>;
  /** Receives the reason for a 5xx response, which callers are never shown. */
  readonly reportFailure: (requestId: string, error: unknown) => void;
}

/**
 * The files of users are served from the application's host name, and cookies are sent to every port of a host, so no
 * code in the files may run.
 */
const PROTECTIVE_HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
};

/** Always responds to the request. Never rejects. */
export async function handleRequest(
  pending: PendingRequest,
  settings: RequestHandlerOptions,
): Promise<void> {
  const requestId = randomUUID();
  const headers = readRequestHeaders(pending.request);
  const answer = await answerOrRefuse(pending, headers, settings, requestId);
  try {
    await sendAnswer(pending, {
      ...answer,
      headers: {
        ...answer.headers,
        ...PROTECTIVE_HEADERS,
        ...corsHeaders(headers, settings.corsOrigins),
        "x-amz-request-id": requestId,
      },
    });
  } catch (error) {
    settings.reportFailure(requestId, error);
    pending.response.destroy();
  }
}

async function answerOrRefuse(
  pending: PendingRequest,
  headers: RequestHeaders,
  settings: RequestHandlerOptions,
  requestId: string,
): Promise<Answer> {
  try {
    return await answerRequest(pending, headers, settings);
  } catch (error) {
    const refusal = toS3Error(error);
    if (refusal.status === 500 || refusal.status === 507) {
      settings.reportFailure(requestId, refusal.cause);
    }
    return errorAnswer(refusal, requestId);
  }
}

async function answerRequest(
  pending: PendingRequest,
  headers: RequestHeaders,
  settings: RequestHandlerOptions,
): Promise<Answer> {
  const { request, response } = pending;
  const method = request.method ?? "";
  if (method === "OPTIONS") {
    return answerPreflight(headers, settings.corsOrigins);
  }
  const target = parseRequestTarget(request.url ?? "");
  const signature = verifyRequest({ method, target, headers }, settings.trust);
  const receiveBody = () => {
    if (pending.isAwaitingContinue) {
      pending.isAwaitingContinue = false;
      response.writeContinue();
    }
    return request;
  };
  return runOperation({
    request: { method, target, headers, ...signature, receiveBody },
    store: settings.store,
    region: settings.trust.region,
    objectSizeMaxBytes: settings.objectSizeMaxBytes,
    reservedBytes: settings.reservedBytes,
    freeBytes: settings.freeBytes,
  });
}
