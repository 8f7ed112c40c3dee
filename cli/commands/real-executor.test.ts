import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  appWith,
  makeEvent,
  SIGNING_KEY,
  startExecutor,
} from "@stagedoor/executor/executor.fixture";
import { startHttpServer } from "@stagedoor/executor/http-server";
import { expect, inject, onTestFinished, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { runCli } from "../testing/run-cli";

/** Creates a data folder in which an application with this executor appears to be running. */
async function makeDataDir(port: number): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "stagedoor-engine-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const settings = {
    DATABASE_URL: "postgresql://a/b",
    STAGEDOOR_ENCRYPTION_KEY: "ab".repeat(32),
    S3_ENDPOINT: "http://127.0.0.1:1",
    S3_BUCKET: "documents",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
    INNGEST_EVENT_KEY: "event-key",
    INNGEST_SIGNING_KEY: SIGNING_KEY,
    INNGEST_DEV: "0",
    EXECUTOR_PORT: String(port),
    INNGEST_BASE_URL: `http://127.0.0.1:${port}`,
  };
  const note = JSON.stringify({ launcher: process.pid, settings });
  await writeFile(join(dataDir, "application.env.json"), note);
  return dataDir;
}

test("the list shows the runs of the real executor, with the reason why one of them is retried", async () => {
  const callApp = appWith((client) => [
    client.createFunction({ id: "f", triggers: { event: "go" } }, ({ step }) =>
      step.run("fetch", () => Promise.reject(new Error("the other side is away"))),
    ),
  ]);
  const database = await createThrowawayDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const { executor } = await startExecutor(database.url, callApp);
  const keys = { eventKey: "event-key", signingKey: SIGNING_KEY };
  const server = await startHttpServer({
    ...keys,
    executor,
    port: 0,
    now: Date.now,
    log: () => undefined,
  });
  onTestFinished(() => server.stop());
  await executor.send([makeEvent("go")]);
  await executor.settled();
  const settings = { STAGEDOOR_DATA_DIR: await makeDataDir(server.port) };

  const list = await runCli("cli/engine.ts", ["runs", "--status", "running"], settings);
  expect(list).toMatchObject({ code: 0, errors: "" });
  expect(list.output).toMatch(
    /app-f +running +failed once, will be called again at .*: the other side/,
  );
  expect(list.output).not.toContain("No calls at the moment");

  const [run] = await executor.listRuns({ limit: 1 });
  const one = await runCli("cli/engine.ts", ["run", run?.id ?? ""], settings);
  expect(one).toMatchObject({ code: 0, errors: "" });
  expect(one.output).toMatch(/fetch, attempt 1\n {4}Error: the other side is away/);
});
