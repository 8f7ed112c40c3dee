import type { Logger } from "pino";
import { type AuditChainer, createAuditChainer } from "@/inngest/audit-chainer";
import { createInngestClient } from "@/inngest/client";
import { createEndpoint, type EndpointAnswer, type EndpointCall } from "@/inngest/endpoint";
import { createFunctions } from "@/inngest/functions";
import type { DeliveryParts } from "@/inngest/functions/deliver-notification";
import { logTurn } from "@/inngest/log-turn";
import { createProcessingWatch, type ProcessingWatch } from "@/inngest/processing-watch";
import { createRelay, type Relay } from "@/inngest/relay";
import type { InngestSettings } from "@/lib/env/read-settings";
import { documentUrl } from "@/lib/http/documents/external-api-serializers";
import type { Container } from "../container";

/** A call to the endpoint whose body has not been read yet. */
export interface UnreadCall extends Omit<EndpointCall, "body"> {
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The durable work of a process. */
export interface DurableWork {
  /** Answers a call to the endpoint through which Inngest runs our functions, with GET, POST or PUT. */
  answer(call: UnreadCall): Promise<EndpointAnswer>;
  /** Relays the status changes of this process while it is running. */
  readonly relay: Relay;
  /** Starts and monitors this process's share of processing while it is running. */
  readonly processingWatch: ProcessingWatch;
  /** Extends the audit chain while it is running. */
  readonly auditChainer: AuditChainer;
}

/**
 * Twice the size of Inngest's largest requests. The body is read before its signature can be checked, so this also limits
 * what strangers can send.
 */
const BODY_BYTES_MAX = 8 * 1024 * 1024;

/** The maximum age of a signature, the same as in the SDK. */
const SIGNATURE_AGE_MS_MAX = 5 * 60_000;

/**
 * Composes the durable work. It is separate from the container because the SDK takes up 67 MB, which commands do not
 * need.
 */
export function createDurableWork(
  { ports, logger, publicUrl, changes, metrics, auditChaining, settings }: Container,
  inngestSettings: InngestSettings,
): DurableWork {
  const now = () => ports.clock.now();
  const inngest = createInngestClient(inngestSettings, limitSignatureErrors(logger, now));
  const relay = createRelay({ ports, logger, documentUrl: (uuid) => documentUrl(publicUrl, uuid) });
  changes.subscribe(relay.kick);
  const onTurn: DeliveryParts["onTurn"] = (turn, run) => {
    metrics.observe(turn);
    logTurn(logger, turn, run);
  };
  const processingWatch = createProcessingWatch({ ports, logger, onLook: metrics.observeLook });
  changes.subscribe(processingWatch.kick);
  const auditChainer = createAuditChainer({ chaining: auditChaining, ports, logger });
  changes.subscribe(auditChainer.kick);
  const functions = createFunctions({
    inngest,
    ports,
    logger,
    relay,
    onTurn,
    processingWatch,
    auditChainer,
    onProcessing: metrics.observeProcessing,
    processorConcurrency: settings.processing.concurrency,
  });
  const endpoint = createEndpoint(inngest, functions, publicUrl);
  const answer: DurableWork["answer"] = async (call) => {
    // The SDK would log an error for each of these requests, but they come from strangers and not from a wrong
    // configuration.
    const isAdmitted = inngestSettings.isDev || isFresh(call.header("x-inngest-signature"), now());
    if (!isAdmitted) return refusal(401);
    const body = await readBody(call.body);
    if (body === "too-large") return refusal(413);
    return endpoint({ ...call, body: body.toString() }).catch((error: unknown) => {
      if (error instanceof SyntaxError) return refusal(400);
      throw error;
    });
  };
  return { answer, relay, processingWatch, auditChainer };
}

/** Returns whether the request has a signature that could be valid. Does not need the body. */
function isFresh(header: string | null, now: Date): boolean {
  const signature = new URLSearchParams(header ?? "");
  const seconds = signature.get("t") ?? "";
  if (!/^\d{1,12}$/.test(seconds) || !/^[0-9a-f]{64}$/.test(signature.get("s") ?? "")) return false;
  return Math.abs(now.getTime() - Number(seconds) * 1000) <= SIGNATURE_AGE_MS_MAX;
}

const REFUSALS = {
  400: "The body is not JSON.",
  401: "This endpoint answers only requests signed by Inngest.",
  413: `The body is larger than ${BODY_BYTES_MAX} bytes.`,
};

const refusal = (status: keyof typeof REFUSALS): EndpointAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ message: REFUSALS[status] }),
});

async function readBody(body: UnreadCall["body"]): Promise<Buffer | "too-large"> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of body ?? []) {
    byteCount += chunk.byteLength;
    if (byteCount > BODY_BYTES_MAX) return "too-large";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The message that the SDK logs for each rejected signature. */
const REFUSED = "Signature validation failed";

const INTERVAL_MS = 60_000;

/**
 * Logs at most one line per minute about rejected signatures. A wrong key must be visible, but strangers must not be able
 * to fill the log. Child loggers are not limited.
 */
function limitSignatureErrors(logger: Logger, now: () => Date): Logger {
  let silentUntilMs = 0;
  const error = (...line: readonly unknown[]) => {
    if (line[1] === REFUSED) {
      const nowMs = now().getTime();
      if (nowMs < silentUntilMs) return;
      silentUntilMs = nowMs + INTERVAL_MS;
    }
    Reflect.apply(logger.error, logger, line);
  };
  return Object.create(logger, { error: { value: error } });
}
