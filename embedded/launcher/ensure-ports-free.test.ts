import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findListener } from "../find-listener";
import { complaint, ensurePortsFree } from "./ensure-ports-free";

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
  test("is reported immediately, with the program that uses the port, the setting and what to do", async () => {
    const listener = (await findListener(port)) ?? "another program";
    const ensured = ensurePortsFree([{ setting: "OBJECT_STORE_PORT", port, host }], 0, never);
    const [start, end] = [
      `Port ${port} on 127.0.0.1 (setting OBJECT_STORE_PORT) is in use by `,
      ". Stop it, or set OBJECT_STORE_PORT to another port.",
    ];
    await expect(ensured).rejects.toThrow(`${start}${listener}${end}`);
  });

  test("is waited for if startup may wait", async () => {
    const ensured = ensurePortsFree([{ setting: "PORT", port, host }], 15_000, never);
    server.close();
    await expect(ensured).resolves.toBeUndefined();
  });

  test("is no longer waited for if startup is aborted", async () => {
    const stop = new AbortController();
    const ensured = ensurePortsFree([{ setting: "PORT", port, host }], 15_000, stop.signal);
    stop.abort();
    await expect(ensured).rejects.toThrow("aborted");
  });
});

describe("a port that is unavailable for a different reason", () => {
  test.each([
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
