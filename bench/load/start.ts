import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext } from "@playwright/test";
import { type Credentials, openAs } from "@/e2e/accounts/sign-in-page";
import { settingsOf } from "@/e2e/delivery/second-application";
import { type Product, removeDataDir, startProduct } from "@/e2e/product";
import { hashFiles } from "@/embedded/launcher/build/ensure-built";
import { type Environment, toolEnvironment } from "@/embedded/launcher/environment";
import {
  END_WITH_LAUNCHER,
  type NodeChild,
  startNodeChild,
} from "@/embedded/launcher/services/node-child";
import {
  untilAnswers200,
  untilReadyLine,
  waitUntilReady,
} from "@/embedded/launcher/services/readiness";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "@/embedded/postgres/embedded-postgres";
import { nobodyHomeOf } from "@/embedded/postgres/launch-plan";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import {
  formatWebhookSecret,
  WEBHOOK_SECRET_BYTES,
} from "@/lib/notifications/rules/webhook-secret";
import { reservePorts } from "@/testing/reserve-ports";
import type { AddEnding } from "../report/report";
import { startReceiptNotes } from "./receipts";

/**
 * Starts the product in a folder on a disk, not in memory as tests do, because what is measured here depends on the disk.
 * The webhook is configured.
 */
export async function startNotifyingProduct(
  addEnding: AddEnding,
  settings: Readonly<Record<string, string>> = {},
) {
  const folder = await makeFolder(addEnding);
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
    /** A folder for the files of the product and of other programs, which is removed at the end. */
    folder,
    /** The secret that signs notifications. */
    secret,
    webhookUrl,
    /** The PEM file of the certificate authority that senders must trust. */
    authorityFile,
    /** The application's settings, which include the locations of the database and the object store. */
    settings: await settingsOf(product),
    setWebhook: (isOn: boolean): Promise<unknown> =>
      isOn ? client.setWebhook(webhookUrl) : client.removeWebhook(),
  };
}

/** The product as `npm start` runs it, and a receiver in this process. */
export type NotifyingProduct = Awaited<ReturnType<typeof startNotifyingProduct>>;

/** Creates a folder on a disk, which is removed at the end. */
export async function makeFolder(addEnding: AddEnding): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stagedoor-bench-"));
  addEnding(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a PostgreSQL of the same version as the product's, equally durable, in this folder. */
export async function startPostgres(
  folder: string,
  database: string,
  addEnding: AddEnding,
): Promise<EmbeddedPostgres> {
  const dataDir = join(folder, `postgres-${database}`);
  addEnding(() => rm(nobodyHomeOf(dataDir), { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir, database });
  addEnding(postgres.stop);
  return postgres;
}

/** The cookies of a signed-in user. */
export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Signs a user in. */
export async function makeSession(
  browser: Browser,
  product: Product,
  user: Credentials,
): Promise<Session> {
  const context = (await openAs(browser, product, user)).context();
  const session = await context.storageState();
  await context.close();
  return session;
}

/** A Node program that is measured beside the product. */
export interface Program {
  readonly title: string;
  /** The folder in which it runs. */
  readonly root: string;
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly configuration?: unknown;
  /** A path of which any response means that the program is ready; by default, the program writes a ready line. */
  readonly address?: string;
  readonly signal: AbortSignal;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;

/** Starts the program. It stops at the end, or when this process exits, if it was not stopped before. */
async function startProgram(program: Program, addEnding: AddEnding): Promise<NodeChild> {
  const { title, address, signal } = program;
  const log = { write: () => undefined };
  const child = startNodeChild({ ...program, log, stopTimeoutMs: STOP_TIMEOUT_MS });
  addEnding(child.stop);
  const isReady = (waiting: AbortSignal) =>
    address === undefined ? untilReadyLine(child) : untilAnswers200(address, () => true, waiting);
  await waitUntilReady(child, isReady, { title, timeoutMs: START_TIMEOUT_MS, signal });
  return child;
}

/** Starts a program of the benches, which reads its configuration from the first line on standard input. */
export const startBare = (
  root: string,
  { file, ...program }: Pick<Program, "title" | "configuration" | "signal"> & { file: string },
  addEnding: AddEnding,
) => {
  const environment = toolEnvironment("start");
  const args = ["--import", "tsx", file];
  return startProgram({ ...program, root, args, environment }, addEnding);
};

/** Starts a built Next application as `next start` does. @param packages the folder that contains `node_modules` */
export async function startNext(
  application: Pick<Program, "title" | "root" | "environment" | "signal">,
  { packages, path }: { readonly packages: string; readonly path: string },
  addEnding: AddEnding,
) {
  const [port = 0] = await reservePorts(1);
  const next = `${packages}/node_modules/next/dist/bin/next`;
  const address = `http://127.0.0.1:${port}${path}`;
  const own = [next, "start", "--hostname", "127.0.0.1", "--port", String(port)];
  const args = [...END_WITH_LAUNCHER, ...own];
  const { pid } = await startProgram({ ...application, args, address }, addEnding);
  return { pid, port };
}

const SOURCE = /\.(js|mjs|ts|json)$/;
const GENERATED = "next-env.d.ts";

/** Hashes a small Next application with SHA-256: the files in its folder and under `app`, and its package lock. */
export async function hashApplication(root: string, folder: string, lock: string): Promise<string> {
  const [top, below] = await Promise.all([
    readdir(join(root, folder)),
    readdir(join(root, folder, "app"), { recursive: true }),
  ]);
  const paths = [...top, ...below.map((path) => join("app", path))]
    .filter((path) => SOURCE.test(path) && path !== GENERATED)
    .map((path) => join(folder, path));
  return hashFiles(root, [lock, ...paths.sort()]);
}
