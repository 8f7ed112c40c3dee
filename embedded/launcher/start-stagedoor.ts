import type { Settings } from "@/lib/env/read-settings";
import { ensureBuilt, ensureClientGenerated, ensureProcessorBundled } from "./build/ensure-built";
import { writeApplicationFile } from "./data-folder/application-file";
import type { Secrets } from "./data-folder/secrets";
import {
  applicationEnvironment,
  type Environment,
  type LauncherMode,
  toolEnvironment,
} from "./environment";
import { type Preparation, prepare } from "./prepare";
import { readyBlock } from "./ready-block";
import { openChildLog } from "./services/child-log";
import { createExecutorService, executorConfiguration } from "./services/executor-service";
import { createNextService } from "./services/next-service";
import type { ChildSurroundings } from "./services/node-service";
import { createObjectStoreService, embeddedObjectStore } from "./services/object-store-service";
import { createPostgresService } from "./services/postgres-service";
import { createReceiverService, prepareReceiver } from "./services/receiver-service";
import type { ServiceName } from "./services/service";
import type { ServiceGroup } from "./services/service-group";
import type { Terminal } from "./terminal";

/** The context of a start. */
export interface StartContext {
  readonly mode: LauncherMode;
  readonly root: string;
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly services: ServiceGroup;
  readonly terminal: Terminal;
  /** A message that the disk that holds the data folder is almost full, or null if it is not. */
  readonly diskWarning: string | null;
}

/**
 * Starts the parts that are not configured elsewhere and, at the same time, builds the application if needed. Then
 * prepares the data, and starts the application and then the executor, which calls it. Resolves with the block to print.
 * Everything that was started belongs to `services`, even if this throws.
 */
export async function startStagedoor(context: StartContext, signal: AbortSignal): Promise<string> {
  const clientGenerated = generateClient(context, signal);
  const started = await runConcurrently(
    signal,
    (dataSignal) => startDatabase(context, clientGenerated, dataSignal),
    (storeSignal) => startObjectStore(context, storeSignal),
    (buildSignal) => clientGenerated.then(() => build(context, buildSignal)),
  );
  const [data] = started;
  writeApplicationFile(context.settings.dataDir, data.environment, toolEnvironment(context.mode));
  // The application reads the certificate authority at startup.
  await prepareReceiver(context.settings, context.secrets);
  await runConcurrently(
    signal,
    (applicationSignal) => startApplication(context, data.environment, applicationSignal),
    (executorSignal) => startExecutor(context, data.databaseUrl, executorSignal),
    (receiverSignal) => startReceiver(context, data.preparation, receiverSignal),
  );
  const { clusterDir } = data;
  const { mode, settings, diskWarning } = context;
  return readyBlock(mode, settings, data.preparation, { clusterDir, diskWarning });
}

async function generateClient({ root, terminal }: StartContext, signal: AbortSignal) {
  const onWork = () => terminal.line("  generating the database client…");
  await ensureClientGenerated({ root, signal, onWork });
}

async function build({ mode, root, terminal }: StartContext, signal: AbortSignal) {
  if (mode === "dev") {
    const onWork = () => terminal.line("  bundling the file-reading program…");
    await ensureProcessorBundled({ root, signal, onWork });
    return;
  }
  const onWork = () =>
    terminal.line("  building the application (once after each change, about a minute)…");
  if (await ensureBuilt({ root, signal, onWork })) terminal.line("  application … built");
}

interface Data {
  readonly databaseUrl: string;
  readonly environment: Environment;
  readonly preparation: Preparation;
  /** null if the database is configured rather than embedded. */
  readonly clusterDir: string | null;
}

/** Starts the database if it is embedded, and prepares the data in it and in the object store. */
async function startDatabase(
  context: StartContext,
  clientGenerated: Promise<void>,
  signal: AbortSignal,
): Promise<Data> {
  const { mode, root, settings, secrets, terminal } = context;
  const { databaseUrl, clusterDir } = settings.databaseUrl
    ? { databaseUrl: settings.databaseUrl, clusterDir: null }
    : await startPostgres(context, signal);
  await clientGenerated;
  const objectStore = settings.objectStore ?? embeddedObjectStore(settings, secrets);
  const environment = applicationEnvironment(
    mode,
    settings,
    databaseUrl,
    objectStore,
    secrets,
    clusterDir,
  );
  const preparation = await prepare(root, environment, signal);
  terminal.line("  database … up to date");
  return { databaseUrl, environment, preparation, clusterDir };
}

async function startPostgres(
  { settings, services, terminal }: StartContext,
  signal: AbortSignal,
): Promise<{ databaseUrl: string; clusterDir: string }> {
  const log = openChildLog(settings.dataDir, "postgres");
  const postgres = createPostgresService(settings.dataDir, log);
  await services.start(postgres, signal);
  terminal.line(`  PostgreSQL ${postgres.version()} … ready`);
  return { databaseUrl: postgres.url(), clusterDir: postgres.clusterDir() };
}

async function startObjectStore(context: StartContext, signal: AbortSignal): Promise<void> {
  const { settings, secrets, services, terminal } = context;
  if (settings.objectStore) return;
  const surroundings = surroundingsOf(context, "object-store");
  await services.start(createObjectStoreService(settings, secrets, surroundings), signal);
  terminal.line("  object store … ready");
}

async function startReceiver(
  context: StartContext,
  { webhookSecrets }: Preparation,
  signal: AbortSignal,
): Promise<void> {
  const { dataDir, receiverPort: port } = context.settings;
  if (port === null) return;
  const controlToken = context.secrets.receiverControlToken;
  const configuration = { port, dataDir, controlToken, secrets: webhookSecrets };
  const service = createReceiverService(configuration, surroundingsOf(context, "receiver"));
  await context.services.start(service, signal);
  context.terminal.line("  receiver for testing … ready");
}

async function startExecutor(
  context: StartContext,
  databaseUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const { settings, secrets, services, terminal } = context;
  if (settings.inngest) return;
  const configuration = executorConfiguration(settings, databaseUrl, secrets);
  const surroundings = surroundingsOf(context, "inngest");
  await services.start(createExecutorService(settings, configuration, surroundings), signal);
  terminal.line("  executor … ready");
}

async function startApplication(
  { mode, root, settings, services, terminal }: StartContext,
  environment: Environment,
  signal: AbortSignal,
): Promise<void> {
  // Developers want to see the application's output unchanged.
  const log = mode === "dev" ? terminal : openChildLog(settings.dataDir, "next");
  await services.start(createNextService(mode, settings, { root, environment, log }), signal);
  terminal.line("  application … ready");
}

/** Returns the surroundings for the embedded parts, which need none of the application's settings. */
function surroundingsOf(
  { mode, root, settings }: StartContext,
  name: ServiceName,
): ChildSurroundings {
  const log = openChildLog(settings.dataDir, name);
  return { root, environment: toolEnvironment(mode), log };
}

type Task<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * Runs tasks concurrently. A failure aborts the signal that all of them received. Resolves or rejects only when all of
 * them have stopped, so that nothing continues in the background.
 * @throws the first failure
 */
export async function runConcurrently<Results extends readonly unknown[]>(
  signal: AbortSignal,
  ...tasks: { readonly [Index in keyof Results]: Task<Results[Index]> }
): Promise<Results> {
  const failure = new AbortController();
  const shared = AbortSignal.any([signal, failure.signal]);
  const run = async (task: Task<unknown>) => {
    try {
      return await task(shared);
    } catch (error) {
      // Only the first call has an effect.
      failure.abort(error);
      throw error;
    }
  };
  const results = tasks.map(run);
  await Promise.allSettled(results);
  if (failure.signal.aborted) throw failure.signal.reason;
  // The results are in the order of the tasks, which the type of `map` does not express.
  return (await Promise.all(results)) as unknown as Results;
}
