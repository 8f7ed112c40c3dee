import type {
  PhasesMs,
  WebhookAnswer,
  WebhookRequest,
} from "@/lib/notifications/ports/webhook-transport";
import { type AttemptStage, classifyFailure } from "./classify-failure";
import type { Lane } from "./connection";
import type { LaneWork } from "./connection-pool";
import { type ConnectionTrace, NO_CONNECTION } from "./connection-trace";
import { readAnswerBody } from "./read-answer-body";

/** A request with all that its tries have in common. */
interface Attempt {
  readonly request: WebhookRequest;
  readonly startedAtMs: number;
  /** Over everything, a second try included. */
  readonly deadline: AbortSignal;
}

/**
 * Sends one request on a lane and reads its answer, all within one time. A kept connection may be closed by the receiver
 * at the very moment: then the request goes out once more, over a new one. The lane is reusable only after an answer that
 * was read to its end.
 * @throws what our own process lacks for a moment
 */
export async function exchange(
  lane: Lane,
  request: WebhookRequest,
  timeoutMs: number,
): Promise<LaneWork<WebhookAnswer>> {
  const startedAtMs = performance.now();
  const attempt = { request, startedAtMs, deadline: AbortSignal.timeout(timeoutMs) };
  const isKept = lane.isConnected();
  const first = await tryOnce(lane, attempt);
  const isClosed = first.value.kind === "failed" && first.value.code === "connection-closed";
  return isKept && isClosed ? tryOnce(lane, attempt) : first;
}

async function tryOnce(
  lane: Lane,
  { request, startedAtMs, deadline }: Attempt,
): Promise<LaneWork<WebhookAnswer>> {
  const { pathname, search } = new URL(request.url);
  // The client itself hears of a deadline only when it has a connection.
  const stopOpening = () => lane.stopOpening(deadline.reason);
  deadline.addEventListener("abort", stopOpening, { once: true });
  try {
    const response = await lane.client.request({
      method: "POST",
      path: `${pathname}${search}`,
      headers: request.headers,
      body: request.body,
      signal: deadline,
    });
    const headersAtMs = performance.now();
    const answerBody = await readAnswerBody(response.body);
    return {
      value: {
        kind: "answered",
        status: response.statusCode,
        headers: joinRepeated(response.headers),
        ...answerBody,
        phases: phasesOf(lane.trace(), startedAtMs, headersAtMs),
        connection: lane.trace()?.facts ?? NO_CONNECTION,
      },
      isReusable: !answerBody.isBodyTruncated && answerBody.bodyError === null,
    };
  } catch (error) {
    const trace = lane.trace();
    const failure = classifyFailure(error, stageOf(trace));
    if (!failure) throw error;
    return {
      value: {
        kind: "failed",
        ...failure,
        phases: phasesOf(trace, startedAtMs, null),
        connection: trace?.facts ?? NO_CONNECTION,
      },
      isReusable: false,
    };
  } finally {
    deadline.removeEventListener("abort", stopOpening);
  }
}

function stageOf(trace: ConnectionTrace | null): AttemptStage {
  if (trace === null || trace.connectMs === null) return "connecting";
  return trace.readyAtMs === null ? "handshake" : "connected";
}

/** A connection that was open before this attempt cost it nothing. */
function phasesOf(
  trace: ConnectionTrace | null,
  startedAtMs: number,
  headersAtMs: number | null,
): PhasesMs {
  const own = trace && trace.startedAtMs >= startedAtMs ? trace : null;
  const sentAtMs = own?.readyAtMs ?? startedAtMs;
  return {
    dns: rounded(own?.dnsMs ?? null),
    connect: rounded(own?.connectMs ?? null),
    tls: rounded(own?.tlsMs ?? null),
    firstByte: rounded(headersAtMs === null ? null : headersAtMs - sentAtMs),
    total: Math.round((performance.now() - startedAtMs) * 100) / 100,
  };
}

const rounded = (milliseconds: number | null) =>
  milliseconds === null ? null : Math.round(milliseconds * 100) / 100;

function joinRepeated(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
  );
}
