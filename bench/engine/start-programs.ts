import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type ChildProgram,
  startChildProgram,
  startExecutorProgram,
} from "@stagedoor/executor/conformance/child-programs";
import { SMALL_MEMORY } from "@/embedded/launcher/services/executor-service";
import { startEmbeddedPostgres } from "@/embedded/postgres/embedded-postgres";
import { nobodyHomeOf } from "@/embedded/postgres/launch-plan";
import type { AppConfiguration } from "./app";
import type { BareConfiguration } from "./bare-loop";

/** The executor and the bare loop, which share one app and one database. */
export interface Programs {
  readonly app: ChildProgram;
  readonly executor: ChildProgram;
  readonly bare: ChildProgram;
  readonly eventKey: string;
  readonly postgresVersion: string;
}

const KEYS = { eventKey: "bench-event-key", signingKey: `signkey-prod-${"12".repeat(32)}` };

/**
 * Starts a crash-safe PostgreSQL in a temporary folder and starts the programs, resolves with the result of `work`, and
 * stops all of them.
 */
export async function withPrograms<Result>(
  signal: AbortSignal,
  work: (programs: Programs) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "stagedoor-bench-engine-"));
  const dataDir = join(folder, "postgres");
  const running: { stop(): Promise<void> }[] = [];
  const add = async <Program extends { stop(): Promise<void> }>(starting: Promise<Program>) => {
    const program = await starting;
    running.push(program);
    signal.throwIfAborted();
    return program;
  };
  try {
    const postgres = await add(startEmbeddedPostgres({ dataDir, database: "stagedoor" }));
    const databaseUrl = postgres.url;
    const { signingKey } = KEYS;
    const app = await add(start<AppConfiguration>("app", { signingKey }, signal));
    const appUrl = `http://127.0.0.1:${app.port}/api/inngest`;
    const configuration = { ...KEYS, port: 0, databaseUrl, appUrl };
    const nodeArguments = SMALL_MEMORY;
    const executor = await add(startExecutorProgram(configuration, { nodeArguments, signal }));
    const bareConfiguration = { appUrl, databaseUrl, signingKey };
    const bare = await add(start<BareConfiguration>("bare-loop", bareConfiguration, signal));
    const { eventKey } = KEYS;
    return await work({ app, executor, bare, eventKey, postgresVersion: postgres.version });
  } finally {
    for (const program of running.toReversed()) await program.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(nobodyHomeOf(dataDir), { recursive: true, force: true });
  }
}

function start<Configuration extends object>(
  name: string,
  configuration: Configuration,
  signal: AbortSignal,
): Promise<ChildProgram> {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  return startChildProgram({ title: `The bench's ${name}`, file, configuration, signal });
}
