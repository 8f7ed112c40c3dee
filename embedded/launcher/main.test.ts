import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SettingsError } from "@/lib/env/read-settings";
import { findListener } from "../find-listener";
import { collectStopOrders, complaint, ensurePortsFree, startSentence } from "./main";
import { StartError } from "./start-error";

const FULL = "A disk that Stagedoor writes to is full. Free some space and start again.";

describe("the message for a failed start", () => {
  it.each([
    Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }),
    Object.assign(new Error("EDQUOT: disk quota exceeded, open '/data/x'"), { code: "EDQUOT" }),
    new StartError('initdb failed: could not write to file "x": No space left on device'),
  ])("reports a full disk and the part that found it: %s", (error) => {
    expect(startSentence(error)).toBe(`${FULL} (${error.message})`);
  });

  it.each([
    [
      "ENOSPC: System limit for number of file watchers reached, watch '/srv'",
      /fs\.inotify\.max_user_watches/,
    ],
    [
      'could not resize shared memory segment "/PostgreSQL.1" to 1048576 bytes: No space left on device',
      /shared memory/,
    ],
    ["could not create semaphores: No space left on device", /semaphores/],
  ])("reports shortages other than disk space: %s", (message, cause) => {
    const sentence = startSentence(new StartError(message));
    expect(sentence).toMatch(cause);
    expect(sentence).toContain(message);
    expect(sentence).not.toContain("disk");
  });

  it("is not taken from an old line of a log", () => {
    const error = new StartError(
      "Next.js did not start: it ended with 1. Its last lines:\n  ENOSPC: no space left on device, write",
    );
    expect(startSentence(error)).toBe(error.message);
  });

  it.each([
    new StartError("Port 3000 is taken."),
    new SettingsError(["The setting PORT must be a number."]),
  ])("reports an expected failure in one sentence: %s", (error) => {
    expect(startSentence(error)).toBe(error.message);
  });

  it("reports a fault of ours with its stack", () => {
    expect(startSentence(new TypeError("x is not a function"))).toContain("start-sentence.test.ts");
  });
});

const host = "127.0.0.1";
const never = new AbortController().signal;
let server: Server;
let port: number;

beforeEach(async () => {
  server = createServer();
  await once(server.listen(0, host), "listening");
  port = (server.address() as AddressInfo).port;
});

afterEach(() => {
  server.close();
});

describe("a port that is in use", () => {
  it("is reported immediately, with the program that uses the port, the setting and what to do", async () => {
    const listener = (await findListener(port)) ?? "another program";
    const ensured = ensurePortsFree([{ setting: "OBJECT_STORE_PORT", port, host }], 0, never);
    const [start, end] = [
      `Port ${port} on 127.0.0.1 (setting OBJECT_STORE_PORT) is in use by `,
      ". Stop it, or set OBJECT_STORE_PORT to another port.",
    ];
    await expect(ensured).rejects.toThrow(`${start}${listener}${end}`);
  });

  it("is waited for if startup may wait", async () => {
    const ensured = ensurePortsFree([{ setting: "PORT", port, host }], 15_000, never);
    server.close();
    await expect(ensured).resolves.toBeUndefined();
  });

  it("is no longer waited for if startup is aborted", async () => {
    const stop = new AbortController();
    const ensured = ensurePortsFree([{ setting: "PORT", port, host }], 15_000, stop.signal);
    stop.abort();
    await expect(ensured).rejects.toThrow("aborted");
  });
});

describe("a port that is unavailable for a different reason", () => {
  it.each([
    [
      "EACCES",
      "The current system user may not use port 80 (setting PORT). Set PORT to a port above 1023.",
    ],
    ["EADDRNOTAVAIL", "The address host.example (setting HOST) does not belong to this machine"],
    ["ENOTFOUND", "The address host.example (setting HOST) does not belong to this machine"],
    ["EMFILE", "cannot be used: EMFILE"],
  ])("%s", (code, sentence) => {
    expect(complaint(code, { setting: "PORT", port: 80, host: "host.example" }, null)).toContain(
      sentence,
    );
  });
});

describe("stop requests", () => {
  it("the first request aborts the signal, and a second request more than a second later calls the callbacks", () => {
    let nowMs = 50;
    let isKilled = false;
    const orders = collectStopOrders(() => nowMs);
    orders.onSecond(() => {
      isKilled = true;
    });
    expect(orders.signal.aborted).toBe(false);
    orders.order();
    expect(orders.signal.aborted).toBe(true);

    nowMs += 1_000;
    orders.order();
    expect(isKilled, "one Ctrl-C passed on by npm and by the terminal").toBe(false);

    nowMs += 1;
    orders.order();
    expect(isKilled).toBe(true);
  });

  it("callbacks that are registered after the second request are called as well", () => {
    let nowMs = 50;
    const orders = collectStopOrders(() => nowMs);
    orders.order();
    nowMs += 1_001;
    orders.order();
    let isKilled = false;
    orders.onSecond(() => {
      isKilled = true;
    });
    expect(isKilled).toBe(true);
  });
});
