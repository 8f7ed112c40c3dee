import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { HttpsTransportDependencies } from "./https-transport";
import { createTestAuthority } from "./testing/certificates.fixture";
import {
  type AnswerRequest,
  startHttpsReceiver,
  startTcpReceiver,
} from "./testing/https-receiver.fixture";
import { answered, during, failed, openTransport, requestTo } from "./testing/transport.fixture";

const MEBIBYTE = 1024 ** 2;
const KEPT_BYTES = 16 * 1024;

const own = { authority: "", server: { certificate: "", privateKey: "" } };

beforeAll(async () => {
  const authority = await createTestAuthority();
  own.authority = authority.certificate;
  own.server = await authority.issue();
});

const startReceiver = (answer?: AnswerRequest) => during(startHttpsReceiver(own.server, answer));
const trusting = (timeouts: Partial<HttpsTransportDependencies> = {}) =>
  openTransport({ extraCertificates: [own.authority] }, timeouts);

/** Returns how much memory this process is using, in MiB. */
const heldMebibytes = () => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / MEBIBYTE;
};

describe("a body", () => {
  test.each([
    [KEPT_BYTES - 1, false],
    [KEPT_BYTES, false],
    [KEPT_BYTES + 1, true],
  ])("of %i bytes is kept up to 16 KiB (truncated: %s)", async (bytes, isBodyTruncated) => {
    const body = randomBytes(bytes);
    const receiver = await startReceiver((response) => response.end(body));
    const answer = answered(await trusting().send(requestTo(receiver.origin)));
    expect(answer.body).toEqual(body.subarray(0, KEPT_BYTES));
    expect([answer.isBodyTruncated, answer.bodyError]).toEqual([isBodyTruncated, null]);
  });

  test("of 100 MB is truncated after 16 KiB, and most of the rest is never transferred", async () => {
    const sent = { bytes: 0 };
    const receiver = await startReceiver((response) => {
      response.writeHead(200, { "content-length": 100 * MEBIBYTE });
      const piece = Buffer.alloc(64 * 1024);
      const pump = () => {
        if (response.destroyed) return;
        sent.bytes += piece.length;
        if (response.write(piece)) setImmediate(pump);
        else response.once("drain", pump);
      };
      pump();
    });
    const answer = answered(await trusting().send(requestTo(receiver.origin)));
    expect([answer.status, answer.body.length, answer.isBodyTruncated]).toEqual([
      200,
      KEPT_BYTES,
      true,
    ]);
    expect(sent.bytes).toBeLessThan(20 * MEBIBYTE);
  });

  test("that would inflate to 50 MB is not decompressed, and 40 such bodies do not increase memory use", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * MEBIBYTE));
    const receiver = await startReceiver((response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    const transport = trusting();
    const send = async () => answered(await transport.send(requestTo(receiver.origin)));
    const first = await send();
    expect(first.body).toEqual(bomb.subarray(0, KEPT_BYTES));
    expect(first.headers["content-encoding"]).toBe("gzip");
    const beforeMebibytes = heldMebibytes();
    for (let count = 0; count < 40; count += 1) await send();
    expect(heldMebibytes() - beforeMebibytes).toBeLessThan(60);
  });
});

describe("the deadline", () => {
  const timeoutMs = 1500;

  test.each([
    ["stalls", 0],
    ["drips", 20],
  ])("ends a body that %s, and the status of the response is kept", async (_how, everyMs) => {
    const receiver = await startReceiver((response) => {
      response.writeHead(200);
      response.write("received");
      const timer = everyMs > 0 ? setInterval(() => response.write("."), everyMs) : undefined;
      response.once("close", () => clearInterval(timer));
    });
    const answer = answered(await trusting({ timeoutMs }).send(requestTo(receiver.origin)));
    expect([answer.status, answer.isBodyTruncated]).toEqual([200, false]);
    expect(answer.body.toString()).toMatch(/^received\.*$/);
    expect(answer.bodyError).toContain("timeout");
    // A timer starts at the beginning of its event loop turn, which may be long ago on a busy machine.
    expect(answer.phases.total).toBeGreaterThan(timeoutMs / 2);
    expect(answer.phases.total).toBeLessThan(timeoutMs + 2000);
  });

  test("stops reading headers that arrive slowly", async () => {
    const receiver = await startReceiver((response) => {
      const timer = setInterval(() => response.socket?.write("HTTP/1.1 103 Early\r\n\r\n"), 20);
      response.once("close", () => clearInterval(timer));
    });
    const answer = failed(await trusting({ timeoutMs }).send(requestTo(receiver.origin)));
    expect(answer.code).toBe("timeout");
    expect(answer.phases.total).toBeLessThan(timeoutMs + 2000);
  });

  test("ends a flood of early hints without an increase in memory use", async () => {
    const hint = Buffer.from("HTTP/1.1 103 Early\r\nlink: </a.css>\r\n\r\n".repeat(1000));
    const receiver = await startReceiver(({ socket }) => {
      const pump = () => {
        if (!socket || socket.destroyed) return;
        if (socket.write(hint)) setImmediate(pump);
        else socket.once("drain", pump);
      };
      pump();
    });
    const beforeMebibytes = heldMebibytes();
    const answer = failed(await trusting({ timeoutMs }).send(requestTo(receiver.origin)));
    expect(answer.code).toBe("timeout");
    expect(answer.phases.total).toBeLessThan(timeoutMs + 2000);
    expect(heldMebibytes() - beforeMebibytes).toBeLessThan(60);
  });

  test("ends an attempt to open a connection", async () => {
    const closed: Promise<unknown>[] = [];
    const silent = await during(
      startTcpReceiver((socket) => closed.push(once(socket.resume(), "close"))),
    );
    const transport = trusting({ timeoutMs, connectTimeoutMs: 600_000 });
    expect(failed(await transport.send(requestTo(silent.origin))).code).toBe("timeout");
    await Promise.all(closed);
    expect(closed).toHaveLength(1);
  });

  test("closes the connection, so the next attempt opens a new one", async () => {
    const state = { isHanging: true };
    const receiver = await startReceiver((response) => {
      if (!state.isHanging) response.end("ok");
    });
    const transport = trusting({ timeoutMs });
    expect(failed(await transport.send(requestTo(receiver.origin))).code).toBe("timeout");
    state.isHanging = false;
    expect(answered(await transport.send(requestTo(receiver.origin))).status).toBe(200);
    expect(receiver.connectionCount()).toBe(2);
  });
});

describe("a receiver that hangs", () => {
  test("with all its connections busy does not slow down other receivers", async () => {
    const timeoutMs = 3000;
    const hanging = await startReceiver(() => undefined);
    const receiver = await startReceiver();
    const transport = trusting({ timeoutMs });
    await transport.send(requestTo(receiver.origin));
    const stuck = Array.from({ length: 30 }, () => transport.send(requestTo(hanging.origin)));
    const totals: number[] = [];
    for (let count = 0; count < 50; count += 1) {
      const answer = answered(await transport.send(requestTo(receiver.origin)));
      totals.push(answer.phases.total);
    }
    // No request to the other receiver had to wait for the one that hangs.
    expect(Math.max(...totals)).toBeLessThan(timeoutMs / 2);
    expect(receiver.received).toHaveLength(51);
    const codes = (await Promise.all(stuck)).map((answer) => failed(answer).code);
    expect(codes).toEqual(Array(30).fill("timeout"));
    expect(hanging.received).toHaveLength(30);
  });
});
