import { fileURLToPath } from "node:url";
import {
  type ChildProgram,
  startChildProgram,
  startExecutorProgram,
} from "@stagedoor/executor/conformance/child-programs";
import { SMALL_MEMORY } from "@/embedded/launcher/services/executor-service";
import { makeFolder, startPostgres } from "../load/start";
import type { BenchSurroundings } from "../report/report";
import type { AppConfiguration } from "./app";
import type { BareConfiguration } from "./bare-loop";

const KEYS = { eventKey: "bench-event-key", signingKey: `signkey-prod-${"12".repeat(32)}` };

/** Starts a crash-safe PostgreSQL, and the executor and the bare loop, which share it and one app. */
export async function startPrograms({ signal, addEnding }: BenchSurroundings) {
  const add = async (starting: Promise<ChildProgram>) => {
    const program = await starting;
    addEnding(program.stop);
    signal.throwIfAborted();
    return program;
  };
  const postgres = await startPostgres(await makeFolder(addEnding), "stagedoor", addEnding);
  const { url: databaseUrl, version: postgresVersion } = postgres;
  const { eventKey, signingKey } = KEYS;
  const app = await add(start<AppConfiguration>("app", { signingKey }, signal));
  const appUrl = `http://127.0.0.1:${app.port}/api/inngest`;
  const configuration = { ...KEYS, port: 0, databaseUrl, appUrl };
  const nodeArguments = SMALL_MEMORY;
  const executor = await add(startExecutorProgram(configuration, { nodeArguments, signal }));
  const bareConfiguration = { appUrl, databaseUrl, signingKey };
  const bare = await add(start<BareConfiguration>("bare-loop", bareConfiguration, signal));
  return { app, executor, bare, eventKey, postgresVersion };
}

/** The running programs. */
export type Programs = Awaited<ReturnType<typeof startPrograms>>;

function start<Configuration extends object>(
  name: string,
  configuration: Configuration,
  signal: AbortSignal,
): Promise<ChildProgram> {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  return startChildProgram({ title: `The bench's ${name}`, file, configuration, signal });
}
