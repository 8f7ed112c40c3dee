import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { takeDataFolder } from "./data-folder/take-data-folder";
import { launch } from "./launch";

let dataDir: string;
let server: Server;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "stagedoor-launch-"));
  server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  vi.stubEnv("STAGEDOOR_DATA_DIR", dataDir);
  vi.stubEnv("HOST", "127.0.0.1");
  vi.stubEnv("PORT", String((server.address() as AddressInfo).port));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  server.close();
  await rm(dataDir, { recursive: true });
});

/** Returns everything that Stagedoor prints if it is stopped while it is waiting to start. */
async function launchAndStop(): Promise<string[]> {
  const said: string[] = [];
  const say = (text: unknown) => void said.push(String(text));
  const stop = { signal: AbortSignal.abort(), onSecond: () => undefined };
  await launch("start", dataDir, stop, { line: say, warn: say, write: say });
  return said;
}

describe("a launcher that is stopped while it is waiting ends quietly", () => {
  test("when it is waiting for ports still held by the children of a killed launcher", async () => {
    await writeFile(join(dataDir, "launcher.lock"), '{"pid": 1, "startTime": "never"}');

    expect(await launchAndStop()).toEqual([]);
    expect(await readdir(dataDir)).toEqual([]);
  });

  test("when it is waiting for the data folder of a launcher that is about to stop", async () => {
    const directory = await takeDataFolder(dataDir, 0, new AbortController().signal);
    directory.announceStop();

    expect(await launchAndStop()).toEqual([]);
    await directory.release();
  });
});
