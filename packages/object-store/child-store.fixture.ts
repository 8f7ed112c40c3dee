import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach } from "vitest";
import { accessTo, makeRoot, testOptions } from "./conformance/test-store";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

/**
 * Gives each test of the file an empty folder, and helpers that start real processes with that folder. The processes
 * stop when the test ends.
 */
export function childStoreForEachTest() {
  let root: string;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    root = await makeRoot();
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map(killChild));
    await rm(root, { recursive: true });
  });

  /** Starts a child process and writes one line to its standard input. The process stops when the test ends. */
  const spawnStore = (line: string) => {
    const child = spawn(process.execPath, ["--import", "tsx", MAIN]);
    children.push(child);
    child.stdin.write(`${line}\n`);
    return child;
  };
  const startStore = async (overrides: Readonly<Record<string, unknown>> = {}) => {
    const child = spawnStore(JSON.stringify({ ...testOptions(root), ...overrides }));
    const [chunk] = await Promise.race([
      once(child.stdout, "data"),
      text(child.stderr).then((reason) => Promise.reject(new Error(reason))),
    ]);
    const ready = JSON.parse(String(chunk));
    return { child, ready, access: accessTo(Number(ready.port)) };
  };
  return { root: () => root, spawnStore, startStore };
}

/** Waits for a child process that is expected to fail; returns its stderr and its exit code. */
export async function outcome(child: ChildProcessWithoutNullStreams) {
  const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { stderr, exitCode };
}

/** Kills a child with kill -9, as a crash would end it. */
export async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}
