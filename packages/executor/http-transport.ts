import { Agent, type IncomingMessage, request } from "node:http";
import {
  AnswerTooLargeError,
  type AppRequest,
  type CallApp,
  ConnectionLostError,
} from "./engine/app-transport";
import { hasErrnoCode, readText } from "./node-helpers";
import type { AppAnswer } from "./protocol/call-answer";

const ANSWER_BYTES_MAX = 16 * 1_048_576;

/** The POST limit is slightly longer than the executor itself waits, so that the executor's own timeout applies. */
const TIMEOUT_MS = { POST: 30 * 60_000 + 10_000, PUT: 30_000 } as const;

/**
 * Creates a transport that calls the app at this http:// URL over kept-alive connections, which do not prevent the
 * process from exiting.
 */
export function createHttpTransport(appUrl: string): CallApp {
  const agent = new Agent({ keepAlive: true });
  return async (request) => {
    try {
      return await sendRequest(agent, appUrl, request);
    } catch (error) {
      if (!(error instanceof StaleConnectionError)) throw error;
      return sendRequest(new Agent(), appUrl, request).catch((reason: unknown) => {
        throw lost(reason);
      });
    }
  };
}

/**
 * The app closed the kept-alive connection just as it was used again, or died during the call. A new connection shows
 * which of the two happened.
 */
class StaleConnectionError extends Error {}

function lost(reason: unknown): unknown {
  if (!(reason instanceof Error) || reason instanceof AnswerTooLargeError) return reason;
  return new ConnectionLostError(reason.message, { cause: reason });
}

function sendRequest(agent: Agent, appUrl: string, call: AppRequest): Promise<AppAnswer> {
  return new Promise((resolve, reject) => {
    const timeoutMs = TIMEOUT_MS[call.method];
    const sent = request(`${appUrl}${call.search}`, {
      agent,
      method: call.method,
      headers: { ...call.headers, "content-length": Buffer.byteLength(call.body) },
    });
    const timer = setTimeout(() => sent.destroy(new Error("no answer in time")), timeoutMs);
    let wasConnected = false;
    sent.once("socket", (socket) => {
      wasConnected = !socket.connecting;
      if (wasConnected) return;
      socket.once("connect", () => {
        wasConnected = true;
      });
    });
    sent.once("close", () => clearTimeout(timer));
    sent.once("error", (error) => {
      const isStale = sent.reusedSocket && hasErrnoCode(error, "ECONNRESET");
      if (isStale) return reject(new StaleConnectionError(error.message, { cause: error }));
      reject(wasConnected ? lost(error) : error);
    });
    sent.once("response", (response) => {
      readText(response, ANSWER_BYTES_MAX, () => new AnswerTooLargeError(ANSWER_BYTES_MAX)).then(
        (body) => resolve(toAnswer(response, body)),
        (error: unknown) => {
          reject(lost(error));
          sent.destroy();
        },
      );
    });
    sent.end(call.body);
  });
}

function toAnswer(response: IncomingMessage, body: string): AppAnswer {
  const get = (name: string) => {
    const value = response.headers[name];
    return Array.isArray(value) ? value.join(", ") : (value ?? null);
  };
  return { status: response.statusCode ?? 0, headers: { get }, body };
}
