import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingsOf } from "@/e2e/delivery/second-application";
import { startProduct } from "@/e2e/product";
import { toolEnvironment } from "@/embedded/launcher/environment";
import { startNodeChild } from "@/embedded/launcher/services/node-child";
import { untilReadyLine, waitUntilReady } from "@/embedded/launcher/services/readiness";
import type { RunningService } from "@/embedded/launcher/services/service";
import { createStagedoorClient, type StagedoorClient } from "@/lib/client/stagedoor-client";
import {
  formatWebhookSecret,
  WEBHOOK_SECRET_BYTES,
} from "@/lib/notifications/rules/webhook-secret";
import type { BareDrainConfiguration } from "./bare-drain";
import { type Outbox, openOutbox } from "./outbox";
import { type ReceiptNotes, startReceiptNotes } from "./receipts";

/** The product as `npm start` runs it, its receiver here, and a way into its database. */
export interface NotifyServers {
  readonly port: number;
  readonly apiKey: string;
  readonly client: StagedoorClient;
  readonly notes: ReceiptNotes;
  readonly outbox: Outbox;
  /** Ready to drain when it resolves. */
  startBareDrain(): Promise<RunningService>;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;

/** Starts everything on free ports in a temporary folder, resolves with what `work` does, and ends everything again. */
export async function withNotifyServers<Result>(
  { root, signal }: { root: string; signal: AbortSignal },
  work: (servers: NotifyServers) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "stagedoor-bench-notify-"));
  const secret = formatWebhookSecret(randomBytes(WEBHOOK_SECRET_BYTES));
  const notes = await startReceiptNotes(secret);
  const { origin, certificateAuthority } = notes.receiver;
  const authorityFile = join(folder, "receiver-authority.pem");
  await writeFile(authorityFile, certificateAuthority);
  const product = await startProduct({
    env: {
      STAGEDOOR_RECEIVER: "off",
      PROCESSOR: "builtin",
      WEBHOOK_SIGNING_SECRET: secret,
      WEBHOOK_EXTRA_CA_FILE: authorityFile,
      WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
      WEBHOOK_RETRY_SECONDS: "1,2,4,8,16,32,64,128",
    },
  });
  let outbox: Outbox | null = null;
  try {
    const { DATABASE_URL: databaseUrl = "" } = await settingsOf(product);
    outbox = await openOutbox(databaseUrl);
    const webhookUrl = `${origin}/notifications`;
    const client = createStagedoorClient(product);
    await client.setWebhook(webhookUrl);
    const bare = { databaseUrl, publicUrl: product.url, webhookUrl, certificateAuthority, secret };
    return await work({
      port: Number(new URL(product.url).port),
      apiKey: product.apiKey,
      client,
      notes,
      outbox,
      startBareDrain: () => startBareDrain(root, bare, signal),
    });
  } finally {
    await outbox?.close();
    await product.stop();
    await notes.receiver.stop();
    await rm(folder, { recursive: true, force: true });
  }
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
