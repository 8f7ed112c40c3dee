import { randomUUID } from "node:crypto";
import { answerPreflight, corsHeaders } from "./cors";
import type { DiskStore } from "./disk-store";
import { type RequestHeaders, readRequestHeaders } from "./http-headers";
import type { Answer } from "./operation";
import { parseRequestTarget } from "./request-target";
import { runOperation } from "./route-operation";
import { toS3Error } from "./s3-error";
import { type Exchange, errorAnswer, sendAnswer } from "./send-answer";
import { type Trust, verifyRequest } from "./verify-request";

/** What every exchange needs. */
export interface ExchangeSettings {
  readonly store: DiskStore;
  readonly trust: Trust;
  readonly corsOrigins: readonly string[];
  readonly objectSizeMaxBytes: number;
  /** Gets what no caller is told: the reason of a 5xx. */
  readonly reportFailure: (requestId: string, error: unknown) => void;
}

/** User files are served from the application's host name, and cookies ignore ports: nothing in them may run. */
const PROTECTIVE_HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "sandbox; default-src 'none'",
};

/** Answers one request, whatever happens. Never rejects. */
export async function handleExchange(
  exchange: Exchange,
  settings: ExchangeSettings,
): Promise<void> {
  const requestId = randomUUID();
  const headers = readRequestHeaders(exchange.request.headers);
  const answer = await answerOrRefuse(exchange, headers, settings, requestId);
  try {
    await sendAnswer(exchange, {
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
    exchange.response.destroy();
  }
}

async function answerOrRefuse(
  exchange: Exchange,
  headers: RequestHeaders,
  settings: ExchangeSettings,
  requestId: string,
): Promise<Answer> {
  try {
    return await answerRequest(exchange, headers, settings);
  } catch (error) {
    const refusal = toS3Error(error);
    if (refusal.status === 500 || refusal.status === 507) {
      settings.reportFailure(requestId, refusal.cause);
    }
    return errorAnswer(refusal, requestId);
  }
}

async function answerRequest(
  exchange: Exchange,
  headers: RequestHeaders,
  settings: ExchangeSettings,
): Promise<Answer> {
  const { request, response } = exchange;
  const method = request.method ?? "";
  if (method === "OPTIONS") {
    return answerPreflight(headers, settings.corsOrigins);
  }
  const target = parseRequestTarget(request.url ?? "");
  const payloadHash = verifyRequest({ method, target, headers }, settings.trust);
  const receiveBody = () => {
    if (exchange.isBodyHeldBack) {
      exchange.isBodyHeldBack = false;
      response.writeContinue();
    }
    return request;
  };
  return runOperation({
    request: { method, target, headers, payloadHash, receiveBody },
    store: settings.store,
    objectSizeMaxBytes: settings.objectSizeMaxBytes,
  });
}
