import { serve } from "inngest/next";
import { NextRequest } from "next/server";
import { createInngestClient } from "@/inngest/client";
import { createFunctions } from "@/inngest/functions";
import type { DeliveryParts } from "@/inngest/functions/deliver-notification";
import { logTurn } from "@/inngest/log-turn";
import { createProcessingWatch, type ProcessingWatch } from "@/inngest/processing-watch";
import { createRelay, type Relay } from "@/inngest/relay";
import { type InngestSettings, readAppSettings } from "@/lib/env/read-settings";
import { documentUrl } from "@/lib/http/documents/external-api-serializers";
import { type Container, getContainer } from "./container";
import { limitSignatureErrors } from "./durable-work-log";

/** The endpoint through which Inngest runs our functions, a handler for each method. */
export interface DurableWork
  extends Readonly<Record<"GET" | "POST" | "PUT", (request: Request) => Promise<Response>>> {
  /** Forwards this process's status changes as long as it is started. */
  readonly relay: Relay;
  /** Begins and looks after this process's share of processing as long as it is started. */
  readonly processingWatch: ProcessingWatch;
}

/** Twice what Inngest sends at most. The body is read before its signature can be checked, so strangers are limited, too. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;

/** As the SDK has it. */
const SIGNATURE_AGE_MS_MAX = 5 * 60_000;

/** Puts durable work together. Kept apart from the container, for the SDK takes 67 MB that commands have no use for. */
export function createDurableWork(
  { ports, logger, publicUrl, changes, metrics, settings: { processing } }: Container,
  settings: InngestSettings,
): DurableWork {
  const now = () => ports.clock.now();
  const inngest = createInngestClient(settings, limitSignatureErrors(logger, now));
  const relay = createRelay({ ports, logger, documentUrl: (uuid) => documentUrl(publicUrl, uuid) });
  changes.subscribe(relay.kick);
  const onTurn: DeliveryParts["onTurn"] = (turn, run) => {
    metrics.observe(turn);
    logTurn(logger, turn, run);
  };
  const processingWatch = createProcessingWatch({ ports, logger, onLook: metrics.observeLook });
  changes.subscribe(processingWatch.kick);
  const functions = createFunctions({
    ...{ inngest, ports, logger, relay, onTurn, processingWatch },
    onProcessing: metrics.observeProcessing,
    processorConcurrency: processing.concurrency,
  });
  // Without the last option a stranger could make us register ourselves somewhere, again and again.
  const served = serve({
    ...{ client: inngest, functions, serveOrigin: publicUrl },
    enableUnauthedSync: false,
  });
  const admit = (handle: typeof served.GET) => async (request: Request) => {
    // The SDK logs an error for each; such a request is nobody's misconfiguration, only a stranger's.
    if (!settings.isDev && !hasFreshSignature(request, now())) return refusal(401);
    const body = await readBody(request);
    if (body === "too-large") return refusal(413);
    const { url, method, headers } = request;
    return handle(new NextRequest(url, { method, headers, body }), undefined);
  };
  return {
    GET: admit(served.GET),
    POST: admit(served.POST),
    PUT: admit(served.PUT),
    relay,
    processingWatch,
  };
}

/** Whether a signature is there that can be valid, as far as that shows before the body is read. */
function hasFreshSignature({ headers }: Request, now: Date): boolean {
  const signature = new URLSearchParams(headers.get("x-inngest-signature") ?? "");
  const seconds = signature.get("t") ?? "";
  if (!/^\d{1,12}$/.test(seconds) || !/^[0-9a-f]{64}$/.test(signature.get("s") ?? "")) return false;
  return Math.abs(now.getTime() - Number(seconds) * 1000) <= SIGNATURE_AGE_MS_MAX;
}

const REFUSALS = {
  401: "Only signed requests of Inngest are answered here.",
  413: `The body has more than ${BODY_BYTES_MAX} bytes.`,
};

const refusal = (status: keyof typeof REFUSALS) =>
  Response.json({ message: REFUSALS[status] }, { status });

async function readBody({ body }: Request): Promise<Buffer<ArrayBuffer> | null | "too-large"> {
  if (body === null) return null;
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of body) {
    byteCount += chunk.byteLength;
    if (byteCount > BODY_BYTES_MAX) return "too-large";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const shared: typeof globalThis & { stagedoorDurableWork?: DurableWork } = globalThis;

/** The durable work of this process; Next may load this module twice, so it hangs on globalThis. */
export function getDurableWork(): DurableWork {
  shared.stagedoorDurableWork ??= createDurableWork(getContainer(), readAppSettings().inngest);
  return shared.stagedoorDurableWork;
}
