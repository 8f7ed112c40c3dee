import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSettings } from "@/lib/env/read-settings";
import { reservePorts } from "@/testing/reserve-ports";
import { toolEnvironment } from "../environment";
import { createExecutorService, executorConfiguration, refusalIn } from "./executor-service";

const SECRETS = {
  objectStoreAccessKeyId: "ACCESSKEYACCESSKEY00",
  objectStoreSecretAccessKey: "s".repeat(43),
  encryptionKey: "k".repeat(43),
  inngestEventKey: "e".repeat(43),
  inngestSigningKey: `signkey-prod-${"ab".repeat(32)}`,
  receiverControlToken: "t".repeat(43),
};

/**
 * Returns the source of a program that reports that it is listening, and then returns these bodies one after another and
 * repeats the last body. The response is 200 if the status in the body is "ok".
 */
const program = (bodies: readonly object[]) => `
import { createServer } from "node:http";
process.stdin.once("data", (line) => {
  const bodies = ${JSON.stringify(bodies)};
  const server = createServer((request, response) => {
    const body = bodies.length > 1 ? bodies.shift() : bodies[0];
    response.writeHead(body.status === "ok" ? 200 : 503).end(JSON.stringify(body));
  });
  server.listen(JSON.parse(String(line)).port, "127.0.0.1", () => console.log('{"ready":true}'));
});
process.stdin.on("end", () => process.exit(0));
`;

/** Creates the service with a program that takes the place of the executor, in a separate checkout. */
async function arrange(bodies: readonly object[], options?: { ownerPatienceMs: number }) {
  const root = await mkdtemp(join(tmpdir(), "stagedoor-executor-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const file = join(root, "packages/executor/main.ts");
  const becomes = (next: readonly object[] | string) =>
    writeFile(file, typeof next === "string" ? next : program(next));
  await mkdir(dirname(file), { recursive: true });
  await becomes(bodies);
  await symlink(resolve("node_modules"), join(root, "node_modules"));
  const [port] = await reservePorts(1);
  const settings = readSettings({ EXECUTOR_PORT: String(port) });
  const configuration = executorConfiguration(settings, "postgresql://a/b", SECRETS);
  const environment = toolEnvironment("start");
  const surroundings = { root, environment, log: { write: () => undefined } };
  return {
    ...createExecutorService(settings, configuration, { ...surroundings, ...options }),
    /** Sets what the program returns on its next start, or replaces it with a different program. */
    becomes,
  };
}

const never = new AbortController().signal;
const STARTING = { status: "starting", synced: false };
const REFUSED = { status: "refused", synced: false, problem: "It has debounce. Leave it out." };

describe("the configuration of the embedded executor", () => {
  test("contains an application URL that this machine can reach", () => {
    const settings = readSettings({ HOST: "0.0.0.0", PORT: "4000", EXECUTOR_PORT: "4002" });
    expect(executorConfiguration(settings, "postgresql://a/b", SECRETS)).toEqual({
      port: 4002,
      databaseUrl: "postgresql://a/b",
      connectionName: "stagedoor-inngest",
      appUrl: "http://127.0.0.1:4000/api/inngest",
      eventKey: SECRETS.inngestEventKey,
      signingKey: SECRETS.inngestSigningKey,
    });
  });
});

describe("the embedded executor", () => {
  test("is not ready until it has received the application's functions", async () => {
    const service = await arrange([STARTING, STARTING, { status: "ok", synced: true }, REFUSED]);
    const running = await service.start(never);
    await running.stop();
  });

  test("does not start if it rejects a function, and reports the executor's message", async () => {
    const service = await arrange([STARTING, REFUSED]);
    await expect(service.start(never)).rejects.toThrow(
      /^The executor did not start: it rejects the application's functions: It has debounce\. Leave it out\./,
    );
  });

  test("is ready after a restart as soon as it is listening, because the application may be down", async () => {
    const service = await arrange([{ status: "ok", synced: true }]);
    await (await service.start(never)).stop();
    await service.becomes([STARTING]);
    const running = await service.start(never);
    await running.stop();
  });
});

/** Returns the source of a program that prints what an executor prints while another executor owns the database. */
const waitingFor = (process: string | null) =>
  `console.log(${JSON.stringify(JSON.stringify({ level: "warn", message: "waiting", owner: { process, backendPid: 815 } }))}); setInterval(() => undefined, 1000);`;

describe("an executor whose database belongs to another Stagedoor", () => {
  test("fails with a message that names the other process and says what to do", async () => {
    const { start, becomes } = await arrange([STARTING], { ownerPatienceMs: 0 });
    await becomes(waitingFor("process 4711 on web1"));
    await expect(start(never)).rejects.toThrow(
      /^The executor did not start: another Stagedoor \(process 4711 on web1\) is running the durable work of this database \(setting DATABASE_URL\)\. Stop it, .*pg_terminate_backend\(815\)/,
    );
  });

  test("fails even if the other process is unknown", async () => {
    const { start, becomes } = await arrange([STARTING], { ownerPatienceMs: 0 });
    await becomes(waitingFor(null));
    await expect(start(never)).rejects.toThrow(
      /^The executor did not start: another Stagedoor is running the durable work of this database .* Stop it, /,
    );
  });

  test("starts if the other Stagedoor exits in time", async () => {
    const { start, becomes } = await arrange([STARTING]);
    await becomes(`${waitingFor(null)}\n${program([{ status: "ok", synced: true }])}`);
    await (await start(never)).stop();
  });
});

test("a response counts as a rejection only if it says that the executor rejected the functions", () => {
  expect(refusalIn(JSON.stringify(REFUSED))).toMatch(/Leave it out$/);
  for (const other of [JSON.stringify(STARTING), "<h1>Bad gateway</h1>", ""]) {
    expect(refusalIn(other)).toBeNull();
  }
});
