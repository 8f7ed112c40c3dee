import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { connectTo, OTHER_SECRET, SECRET, signNotification } from "./notification.fixture";

const STAND_ALONE = fileURLToPath(new URL("stand-alone.ts", import.meta.url));

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stagedoor-receiver-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function runCommand(args: readonly string[]) {
  const child = spawn(process.execPath, ["embedded/run-bundled.mjs", STAND_ALONE, ...args]);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/**
 * Starts the command and waits until it is ready. @returns the command and a client that uses only what the command
 * printed
 */
async function start(args: readonly string[], dataDir?: string) {
  const folder = dataDir ?? (await temporaryFolder());
  const child = runCommand(["--port", "0", "--data-dir", folder, ...args]);
  const lines: string[] = [];
  createInterface(child.stdout).on("line", (line) => lines.push(line));
  const isWaiting = () => expect(lines.join("\n")).toContain("/_receiver/behaviour");
  await vi.waitFor(isWaiting, { timeout: 20_000 });
  const introduction = lines.join("\n");
  const found = (pattern: RegExp) => pattern.exec(introduction)?.[1] ?? "";
  const authorityFile = found(
    /WEBHOOK_EXTRA_CA_FILE=(\S+) WEBHOOK_ALLOWED_NETWORKS=127\.0\.0\.0\/8/,
  );
  const client = connectTo({
    origin: found(/at (https:\S+)/),
    certificateAuthority: await readFile(authorityFile, "utf8"),
    controlToken: found(/Bearer ([^"]+)"/),
  });
  onTestFinished(() => client.agent.destroy());
  return { child, lines, folder, ...client };
}

test("the command prints how to use it, verifies and prints notifications, and exits cleanly on Ctrl-C", async () => {
  const { child, lines, send, control } = await start(["--secret", SECRET]);
  expect(await send(signNotification({ id: "msg_1" }))).toMatchObject({ status: 200 });
  expect(await send(signNotification({ secret: OTHER_SECRET }))).toMatchObject({ status: 401 });
  expect((await control("GET", "state")).json).toMatchObject({ received: 2, verified: 1 });
  await vi.waitFor(() =>
    expect(lines.at(-2)).toMatch(/\| msg_1 \| .* \| verified \| answered 200$/),
  );
  expect(lines.at(-1)).toContain("| answered 401");
  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("the command behaves according to its options for the next few notifications", async () => {
  const failing = ["--status", "429", "--retry-after", "7", "--requests", "1"];
  const { send } = await start([...failing, "--secret", SECRET, "--secret", OTHER_SECRET]);
  const refused = await send(signNotification());
  expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "7" } });
  expect(await send(signNotification({ secret: OTHER_SECRET }))).toMatchObject({ status: 200 });
});

test("the command does not print the secret", async () => {
  const { lines } = await start(["--secret", SECRET]);
  expect(lines.join("\n")).not.toContain(SECRET);
});

test("the command names the process that is using its folder, and says what to do", async () => {
  const { child, folder } = await start([]);
  const second = runCommand(["--port", "0", "--data-dir", folder]);
  const [stderr, [exitCode]] = await Promise.all([text(second.stderr), once(second, "exit")]);
  expect(stderr).toBe(
    `The receiver cannot start: process ${child.pid} is using its folder. Choose another one with --data-dir.\n`,
  );
  expect(exitCode).toBe(1);
});

test("an invalid command exits with 2, and shows the reason and the options", async () => {
  const child = runCommand(["--hang", "--reset"]);
  const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(stderr).toMatch(/^Give only one of --status.*\n\nUsage: npm run receiver --/);
  expect(exitCode).toBe(2);
});
