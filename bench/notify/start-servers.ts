import { toolEnvironment } from "@/embedded/launcher/environment";
import { startNodeChild } from "@/embedded/launcher/services/node-child";
import { untilReadyLine, waitUntilReady } from "@/embedded/launcher/services/readiness";
import type { RunningService } from "@/embedded/launcher/services/service";
import { createStagedoorClient, type StagedoorClient } from "@/lib/client/stagedoor-client";
import type { ReceiptNotes } from "../load/receipts";
import { startNotifyingProduct } from "../load/start-product";
import { withEndings } from "../load/with-endings";
import type { BareDrainConfiguration } from "./bare-drain";
import { type Outbox, openOutbox } from "./outbox";

/** The product as `npm start` runs it, its receiver in this process, and access to its database. */
export interface NotifyServers {
  readonly port: number;
  readonly apiKey: string;
  readonly client: StagedoorClient;
  readonly notes: ReceiptNotes;
  readonly outbox: Outbox;
  /** Resolves when the bare drain is ready. */
  startBareDrain(): Promise<RunningService>;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;

/** Starts the product, its receiver and the outbox, resolves with the result of `work`, and stops all of them. */
export function withNotifyServers<Result>(
  { root, signal }: { root: string; signal: AbortSignal },
  work: (servers: NotifyServers) => Promise<Result>,
): Promise<Result> {
  return withEndings(async (addEnding) => {
    const started = await startNotifyingProduct(addEnding, { PROCESSOR: "builtin" });
    const { product, port, notes, secret, webhookUrl } = started;
    const { DATABASE_URL: databaseUrl = "" } = started.settings;
    const outbox = await openOutbox(databaseUrl);
    addEnding(outbox.close);
    const { certificateAuthority } = notes.receiver;
    const bare = { databaseUrl, publicUrl: product.url, webhookUrl, certificateAuthority, secret };
    return work({
      port,
      apiKey: product.apiKey,
      client: createStagedoorClient(product),
      notes,
      outbox,
      startBareDrain: () => startBareDrain(root, bare, signal),
    });
  });
}

async function startBareDrain(
  root: string,
  configuration: BareDrainConfiguration,
  signal: AbortSignal,
): Promise<RunningService> {
  const child = startNodeChild({
    root,
    args: ["--import", "tsx", "bench/notify/bare-drain.ts"],
    environment: toolEnvironment("start"),
    configuration,
    log: { write: () => undefined },
    stopTimeoutMs: STOP_TIMEOUT_MS,
  });
  const isReady = () => untilReadyLine(child);
  const title = "The bare drain";
  await waitUntilReady(child, isReady, { title, timeoutMs: START_TIMEOUT_MS, signal });
  return child;
}
