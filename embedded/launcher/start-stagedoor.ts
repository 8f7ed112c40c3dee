import type { Settings } from "@/lib/env/read-settings";
import { ensureBuilt, ensureClientGenerated } from "./build/ensure-built";
import { writeApplicationFile } from "./data-folder/application-file";
import { openChildLog } from "./data-folder/child-log";
import type { Secrets } from "./data-folder/secrets";
import {
  applicationEnvironment,
  type Environment,
  type LauncherMode,
  toolEnvironment,
} from "./environment";
import { type Preparation, prepare } from "./prepare";
import { readyBlock } from "./ready-block";
import { runConcurrently } from "./run-concurrently";
import { createExecutorService, executorConfiguration } from "./services/executor-service";
import { createNextService } from "./services/next-service";
import { createObjectStoreService, embeddedObjectStore } from "./services/object-store-service";
import { createPostgresService } from "./services/postgres-service";
import { createReceiverService, prepareReceiver } from "./services/receiver-service";
import type { ServiceGroup } from "./services/service-group";
import type { Terminal } from "./terminal";

/** Everything a start works with. */
export interface StartContext {
  readonly mode: LauncherMode;
  readonly root: string;
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly services: ServiceGroup;
  readonly terminal: Terminal;
}

/**
 * Starts what is not configured elsewhere, builds meanwhile when that is needed, prepares the data, and starts the application
 * with the executor that calls it last. Resolves with the block for people. What was started belongs to `services`, also when this throws.
 */
export async function startStagedoor(context: StartContext, signal: AbortSignal): Promise<string> {
  const clientGenerated = generateClient(context, signal);
  const [, data] = await runConcurrently(
    signal,
    async (buildSignal) => {
      await clientGenerated;
      await build(context, buildSignal);
    },
    (dataSignal) => startData(context, clientGenerated, dataSignal),
  );
  writeApplicationFile(context.settings.dataDir, data.environment);
  // The application reads the authority when it starts.
  await prepareReceiver(context.settings, context.secrets);
  await runConcurrently(
    signal,
    (applicationSignal) => startApplication(context, data.environment, applicationSignal),
    (partsSignal) =>
      runConcurrently(
        partsSignal,
        (executorSignal) => startExecutor(context, data.databaseUrl, executorSignal),
        (receiverSignal) => startReceiver(context, data.preparation, receiverSignal),
      ),
  );
  return readyBlock(context.mode, context.settings, data.preparation, data.clusterDir);
}

async function generateClient({ root, terminal }: StartContext, signal: AbortSignal) {
  const onWork = () => terminal.line("  generating the database client …");
  await ensureClientGenerated({ root, signal, onWork });
}

async function build({ mode, root, terminal }: StartContext, signal: AbortSignal) {
  if (mode === "dev") return;
  const onWork = () =>
    terminal.line("  building the application (once after each change, about a minute) …");
  if (await ensureBuilt({ root, signal, onWork })) terminal.line("  application … built");
}

interface Data {
  readonly databaseUrl: string;
  readonly environment: Environment;
  readonly preparation: Preparation;
  /** null: the database is configured, not embedded. */
  readonly clusterDir: string | null;
}

async function startData(
  context: StartContext,
  clientGenerated: Promise<void>,
  signal: AbortSignal,
): Promise<Data> {
  const [data] = await runConcurrently(
    signal,
    (databaseSignal) => startAndPrepareDatabase(context, clientGenerated, databaseSignal),
    (storeSignal) => startObjectStore(context, storeSignal),
  );
  return data;
}

async function startAndPrepareDatabase(
  context: StartContext,
  clientGenerated: Promise<void>,
  signal: AbortSignal,
): Promise<Data> {
  const { mode, root, settings, secrets, terminal } = context;
  const { databaseUrl, clusterDir } = await startDatabase(context, signal);
  await clientGenerated;
  const objectStore = settings.objectStore ?? embeddedObjectStore(settings, secrets);
  const environment = applicationEnvironment(mode, settings, databaseUrl, objectStore, secrets);
  const preparation = await prepare(root, environment, signal);
  terminal.line("  database … up to date");
  return { databaseUrl, environment, preparation, clusterDir };
}

async function startDatabase(
  context: StartContext,
  signal: AbortSignal,
): Promise<{ databaseUrl: string } & Pick<Data, "clusterDir">> {
  const { settings, services, terminal } = context;
  if (settings.databaseUrl) return { databaseUrl: settings.databaseUrl, clusterDir: null };
  const postgres = createPostgresService(
    settings.dataDir,
    openChildLog(settings.dataDir, "postgres"),
  );
  await services.start(postgres, signal);
  terminal.line(`  PostgreSQL ${postgres.version()} … ready`);
  return { databaseUrl: postgres.url(), clusterDir: postgres.clusterDir() };
}

async function startObjectStore(context: StartContext, signal: AbortSignal): Promise<void> {
  const { mode, root, settings, secrets, services, terminal } = context;
  if (settings.objectStore) return;
  const log = openChildLog(settings.dataDir, "object-store");
  const surroundings = { root, environment: toolEnvironment(mode), log };
  await services.start(createObjectStoreService(settings, secrets, surroundings), signal);
  terminal.line("  object store … ready");
}

async function startReceiver(
  { mode, root, settings, secrets, services, terminal }: StartContext,
  { webhookSecrets }: Preparation,
  signal: AbortSignal,
): Promise<void> {
  const { dataDir, receiverPort: port } = settings;
  if (port === null) return;
  const log = openChildLog(dataDir, "receiver");
  const surroundings = { root, environment: toolEnvironment(mode), log };
  const controlToken = secrets.receiverControlToken;
  const configuration = { port, dataDir, controlToken, secrets: webhookSecrets };
  await services.start(createReceiverService(configuration, surroundings), signal);
  terminal.line("  receiver for trying things out … ready");
}

async function startExecutor(
  { mode, root, settings, secrets, services, terminal }: StartContext,
  databaseUrl: string,
  signal: AbortSignal,
): Promise<void> {
  if (settings.inngest) return;
  const log = openChildLog(settings.dataDir, "inngest");
  const configuration = executorConfiguration(settings, databaseUrl, secrets);
  const surroundings = { root, environment: toolEnvironment(mode), log };
  await services.start(createExecutorService(mode, settings, configuration, surroundings), signal);
  terminal.line("  executor … ready");
}

async function startApplication(
  { mode, root, settings, services, terminal }: StartContext,
  environment: Environment,
  signal: AbortSignal,
): Promise<void> {
  // People who work on the code want to see what it says, as it says it.
  const log = mode === "dev" ? terminal : openChildLog(settings.dataDir, "next");
  await services.start(createNextService(mode, settings, { root, environment, log }), signal);
  terminal.line("  application … ready");
}
