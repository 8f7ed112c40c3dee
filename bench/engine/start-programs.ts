import { startExecutorProgram } from "@stagedoor/executor/conformance/child-programs";
import { SMALL_MEMORY } from "@/embedded/launcher/services/executor-service";
import { reservePorts } from "@/testing/reserve-ports";
import { makeFolder, startBare, startPostgres } from "../load/start";
import type { BenchSurroundings } from "../report/report";
import type { AppConfiguration } from "./app";
import type { BareConfiguration } from "./bare-loop";

const KEYS = { eventKey: "bench-event-key", signingKey: `signkey-prod-${"12".repeat(32)}` };

/** Starts a crash-safe PostgreSQL, and the executor and the bare loop, which share it and one app. */
export async function startPrograms({ root, signal, addEnding }: BenchSurroundings) {
  const postgres = await startPostgres(await makeFolder(addEnding), "stagedoor", addEnding);
  const { url: databaseUrl, version: postgresVersion } = postgres;
  const { eventKey, signingKey } = KEYS;
  const start = async (name: string, configuration: AppConfiguration | BareConfiguration) => {
    signal.throwIfAborted();
    const title = `The bench's ${name}`;
    const program = { title, file: `bench/engine/${name}.ts`, configuration, signal };
    const { pid } = await startBare(root, program, addEnding);
    return { pid, port: configuration.port };
  };
  const [appPort = 0, barePort = 0] = await reservePorts(2);
  const app = await start("app", { port: appPort, signingKey });
  const appUrl = `http://127.0.0.1:${app.port}/api/inngest`;
  const executor = await startExecutorProgram(
    { ...KEYS, port: 0, databaseUrl, appUrl },
    { nodeArguments: SMALL_MEMORY, signal },
  );
  addEnding(executor.stop);
  const bare = await start("bare-loop", { port: barePort, appUrl, databaseUrl, signingKey });
  return { app, executor, bare, eventKey, postgresVersion };
}

/** The running programs. */
export type Programs = Awaited<ReturnType<typeof startPrograms>>;
