import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingsOf } from "@/e2e/delivery/second-application";
import { type Product, removeDataDir, startProduct } from "@/e2e/product";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import {
  formatWebhookSecret,
  WEBHOOK_SECRET_BYTES,
} from "@/lib/notifications/rules/webhook-secret";
import { type ReceiptNotes, startReceiptNotes } from "./receipts";
import type { AddEnding } from "./with-endings";

/** The product as `npm start` runs it, and a receiver in this process. */
export interface NotifyingProduct {
  readonly product: Product;
  readonly port: number;
  readonly notes: ReceiptNotes;
  /** A folder for the files of the product and of other programs, which is removed at the end. */
  readonly folder: string;
  /** The secret that signs notifications. */
  readonly secret: string;
  readonly webhookUrl: string;
  /** The PEM file of the certificate authority that senders must trust. */
  readonly authorityFile: string;
  /** The application's settings, which include the locations of the database and the object store. */
  readonly settings: Readonly<Record<string, string>>;
  setWebhook(isOn: boolean): Promise<unknown>;
}

/**
 * Starts the product in a folder on a disk, not in memory as tests do, because what is measured here depends on the disk.
 * The webhook is configured.
 */
export async function startNotifyingProduct(
  addEnding: AddEnding,
  settings: Readonly<Record<string, string>> = {},
): Promise<NotifyingProduct> {
  const folder = await mkdtemp(join(tmpdir(), "stagedoor-bench-"));
  addEnding(() => rm(folder, { recursive: true, force: true }));
  const secret = formatWebhookSecret(randomBytes(WEBHOOK_SECRET_BYTES));
  const notes = await startReceiptNotes(secret);
  addEnding(() => notes.receiver.stop());
  const { origin, certificateAuthority } = notes.receiver;
  const authorityFile = join(folder, "receiver-authority.pem");
  await writeFile(authorityFile, certificateAuthority);
  const dataDir = join(folder, "data");
  addEnding(() => removeDataDir(dataDir));
  const product = await startProduct({
    dataDir,
    env: {
      STAGEDOOR_RECEIVER: "off",
      WEBHOOK_SIGNING_SECRET: secret,
      WEBHOOK_EXTRA_CA_FILE: authorityFile,
      WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
      WEBHOOK_RETRY_SECONDS: "1,2,4,8,16,32,64,128",
      ...settings,
    },
  });
  addEnding(() => product.stop());
  const client = createStagedoorClient(product);
  const webhookUrl = `${origin}/notifications`;
  await client.setWebhook(webhookUrl);
  return {
    product,
    port: Number(new URL(product.url).port),
    notes,
    folder,
    secret,
    webhookUrl,
    authorityFile,
    settings: await settingsOf(product),
    setWebhook: (isOn) => (isOn ? client.setWebhook(webhookUrl) : client.removeWebhook()),
  };
}
