import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { findListener } from "../find-listener";
import { connectTo, OTHER_SECRET, SECRET, signNotification } from "./notification.fixture";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const UNDER_LOAD = { timeout: 20_000 };
const CONTROL_TOKEN = "control-token-of-the-tests-0123456789";

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "stagedoor-receiver-"));
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  await rm(dataDir, { recursive: true });
});

const configuration = (overrides: Readonly<Record<string, unknown>> = {}) => ({
  port: 0,
  dataDir,
  controlToken: CONTROL_TOKEN,
  secrets: [SECRET],
  ...overrides,
});

/** Starts a child process of this test and writes one line to its standard input. */
function spawnReceiver(line: string) {
  const child = spawn(process.execPath, ["embedded/run-bundled.mjs", MAIN]);
  children.push(child);
  child.stdin.write(`${line}\n`);
  return child;
}

async function startReceiverProcess(overrides: Readonly<Record<string, unknown>> = {}) {
  const child = spawnReceiver(JSON.stringify(configuration(overrides)));
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on("line", (line) => lines.push(line));
  await Promise.race([
    once(reader, "line"),
    text(child.stderr).then((reason) => Promise.reject(new Error(reason))),
  ]);
  const ready = JSON.parse(lines[0] ?? "");
  const authority = join(dataDir, "receiver", "certificate-authority.pem");
  const client = connectTo({
    origin: `https://127.0.0.1:${ready.port}`,
    certificateAuthority: await readFile(authority, "utf8"),
    controlToken: CONTROL_TOKEN,
  });
  onTestFinished(() => client.agent.destroy());
  return { child, ready, lines, ...client };
}

/** Waits for a child that is expected to fail. @returns its output and its exit code */
async function outcome(child: ReturnType<typeof spawnReceiver>) {
  const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { stderr, exitCode };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

describe("the process", () => {
  test("prints one ready line with its port, then one line per notification", async () => {
    const { ready, lines, send, control } = await startReceiverProcess();
    expect(ready).toEqual({ ready: true, port: expect.any(Number) });
    expect(await send(signNotification({ id: "msg_1" }))).toMatchObject({ status: 200 });
    expect((await control("GET", "state")).json).toMatchObject({ received: 1, verified: 1 });
    await vi.waitFor(() => expect(lines[1]).toContain("| msg_1 |"), UNDER_LOAD);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("exits cleanly on %s", async (signal) => {
    const { child } = await startReceiverProcess();
    child.kill(signal);
    expect(await outcome(child)).toEqual({ stderr: "", exitCode: 0 });
    await expect(readFile(join(dataDir, "receiver", ".lock"))).rejects.toThrow("ENOENT");
  });

  test("exits when its launcher exits, even while a sender is waiting for a response", async () => {
    const { child, send, control } = await startReceiverProcess();
    await control("PUT", "behaviour", { behaviour: { kind: "hang" } });
    const hanging = expect(send(signNotification())).rejects.toThrow();
    await vi.waitFor(
      async () => expect((await control("GET", "state")).json).toMatchObject({ received: 1 }),
      UNDER_LOAD,
    );
    child.stdin.end();
    expect(await outcome(child)).toEqual({ stderr: "", exitCode: 0 });
    await hanging;
  });

  test("exits when its launcher is killed", async () => {
    const program = `
      const { spawn } = require("node:child_process");
      const args = ["embedded/run-bundled.mjs", ${JSON.stringify(MAIN)}];
      const child = spawn(process.execPath, args, { stdio: ["pipe", "inherit", "inherit"] });
      child.stdin.write(${JSON.stringify(`${JSON.stringify(configuration())}\n`)});`;
    const launcher = spawn(process.execPath, ["-e", program]);
    children.push(launcher);
    const reader = createInterface(launcher.stdout);
    const [ready] = await once(reader, "line");
    expect(JSON.parse(ready)).toMatchObject({ ready: true });
    launcher.kill("SIGKILL");
    // Both processes write to this pipe, so it closes only when both have exited.
    await once(reader, "close");
    await expect(readFile(join(dataDir, "receiver", ".lock"))).rejects.toThrow("ENOENT");
  });

  test("exits with a single sentence if the port is in use", async () => {
    const { ready } = await startReceiverProcess();
    const elsewhere = configuration({ port: ready.port, dataDir: join(dataDir, "elsewhere") });
    expect(await outcome(spawnReceiver(JSON.stringify(elsewhere)))).toEqual({
      stderr: `The receiver stops: port ${ready.port} on 127.0.0.1 is in use by ${(await findListener(ready.port)) ?? "another program"}.\n`,
      exitCode: 1,
    });
  });

  test("exits with one sentence that names the other process if that process holds the folder", async () => {
    const { child } = await startReceiverProcess();
    expect(await outcome(spawnReceiver(JSON.stringify(configuration())))).toEqual({
      stderr: `The receiver stops: its data folder ${join(dataDir, "receiver")} is in use by process ${child.pid}. Stop that process, then start again.\n`,
      exitCode: 1,
    });
  });

  test("waits for another process that is about to release the folder", async () => {
    const first = await startReceiverProcess();
    const next = startReceiverProcess({ folderPatienceMs: 30_000, port: first.ready.port });
    first.child.stdin.end();
    expect((await next).ready.port).toBe(first.ready.port);
  });

  test.each([
    ["a setting missing", JSON.stringify({ port: 0, secrets: ["whsec_top-secret"] })],
    ["a secret that is none", JSON.stringify({ port: 0, secrets: ["top-secret"] })],
    ["no JSON", '{"controlToken":"top-secret'],
  ])("rejects a configuration with %s and prints no secrets", async (_name, line) => {
    const { stderr, exitCode } = await outcome(spawnReceiver(line));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^The receiver stops: /);
    expect(stderr).not.toContain("top-secret");
  });
});

test("kill -9 does not lose any 200 that a sender has seen, and the authority is kept", async () => {
  const first = await startReceiverProcess();
  const answered: string[] = [];
  const sendOn = async () => {
    for (let sent = 0; ; sent += 1) {
      const id = `msg_${sent}`;
      if ((await first.send(signNotification({ id }))).status === 200) answered.push(id);
      if (sent === 50) first.child.kill("SIGKILL");
    }
  };
  await expect(sendOn()).rejects.toThrow();
  await kill(first.child);
  expect(answered.length).toBeGreaterThan(50);

  const second = await startReceiverProcess();
  for (const id of answered) {
    expect(await second.send(signNotification({ id }))).toMatchObject({
      text: "Received again.\n",
    });
  }
  expect(second.ready.port).toEqual(expect.any(Number));
});

describe("secrets that are added while the receiver runs", () => {
  test("survive kill -9 together with the launcher's secrets, in a file that only the owner can read", async () => {
    const first = await startReceiverProcess();
    const set = await first.control("PUT", "secrets", { secrets: [OTHER_SECRET, SECRET] });
    expect(set).toMatchObject({ status: 200, json: { secrets: 2 } });
    const { mode } = await stat(join(dataDir, "receiver", "secrets.json"));
    expect(mode & 0o777).toBe(0o600);
    await kill(first.child);

    const third = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
    const second = await startReceiverProcess({ secrets: [third, SECRET] });
    expect((await second.control("GET", "state")).json).toMatchObject({ secrets: 3 });
    for (const secret of [SECRET, OTHER_SECRET, third]) {
      expect(await second.send(signNotification({ secret }))).toMatchObject({ status: 200 });
    }
  });

  test("are used for at most a day after a restart, except for the newest secret", async () => {
    const first = await startReceiverProcess();
    await first.control("PUT", "secrets", { secrets: [OTHER_SECRET, SECRET] });
    await kill(first.child);
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(dataDir, "receiver", "secrets.json"), yesterday, yesterday);

    const second = await startReceiverProcess({ secrets: [] });
    expect(await second.send(signNotification({ secret: OTHER_SECRET }))).toMatchObject({
      status: 200,
    });
    expect(await second.send(signNotification({ secret: SECRET }))).toMatchObject({ status: 401 });
  });

  test("are ignored, and a message is printed, if their file is damaged", async () => {
    const first = await startReceiverProcess();
    await kill(first.child);
    await writeFile(join(dataDir, "receiver", "secrets.json"), '["whsec_x');
    const child = spawnReceiver(JSON.stringify(configuration()));
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toMatch(/secrets\.json contains no signing secrets/);
    expect(JSON.parse((await lines.next()).value)).toMatchObject({ ready: true });
  });
});
