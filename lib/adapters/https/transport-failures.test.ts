import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { TLSSocket } from "node:tls";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { HttpsTransportDependencies } from "./https-transport";
import type { ResolveHost } from "./open-connection";
import {
  createSelfSignedCertificate,
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from "./testing/certificates.fixture";
import {
  startHttpsReceiver,
  startTcpReceiver,
  startTlsReceiver,
} from "./testing/https-receiver.fixture";
import {
  answered,
  dnsWith,
  during,
  failed,
  openTransport,
  requestTo,
} from "./testing/transport.fixture";

const own = { authority: null as TestAuthority | null, server: null as TestCertificate | null };

beforeAll(async () => {
  own.authority = await createTestAuthority();
  own.server = await own.authority.issue();
});

function certificates() {
  if (!own.authority || !own.server) throw new Error("there are no certificates");
  return { authority: own.authority, server: own.server };
}

/** Sends a request to this machine and returns the failure. Some tests pass timeouts shorter than the product's. */
async function sendTo(
  url: string,
  resolve: ResolveHost = dnsWith("127.0.0.1"),
  timeouts: Partial<HttpsTransportDependencies> = {},
) {
  const transport = openTransport(
    { extraCertificates: [certificates().authority.certificate] },
    { resolve, ...timeouts },
  );
  return failed(await transport.send(requestTo(url)));
}

const rejecting =
  (code: string): ResolveHost =>
  () =>
    Promise.reject(Object.assign(new Error(`getaddrinfo ${code} dms.example.com`), { code }));

describe("DNS", () => {
  test.each([
    ["ENOTFOUND", "host-not-found"],
    ["EAI_AGAIN", "dns-no-answer"],
  ])("a lookup that returns %s fails with %s", async (code, failureCode) => {
    const answer = await sendTo("https://dms.example.com/", rejecting(code));
    expect([answer.code, answer.detail]).toEqual([
      failureCode,
      `getaddrinfo ${code} dms.example.com`,
    ]);
    expect(answer.connection.address).toBeNull();
  });

  test("a lookup that returns no address fails with host-not-found", async () => {
    expect((await sendTo("https://dms.example.com/", dnsWith())).code).toBe("host-not-found");
  });

  test("the operating system finds no address for a name that does not exist", async () => {
    const transport = openTransport({});
    const answer = failed(await transport.send(requestTo("https://stagedoor.invalid/")));
    // On a machine without a network, there is no name server that could answer.
    expect(["host-not-found", "dns-no-answer"]).toContain(answer.code);
  });

  test("a lookup without a response times out, and concurrent requests share it", async () => {
    const lookups: string[] = [];
    const transport = openTransport(
      {},
      {
        connectTimeoutMs: 300,
        resolve: (hostname) => {
          lookups.push(hostname);
          return new Promise(() => undefined);
        },
      },
    );
    const request = requestTo("https://dms.example.com/");
    const answers = await Promise.all([transport.send(request), transport.send(request)]);
    for (const answer of answers.map(failed)) {
      expect([answer.code, answer.phases.dns]).toEqual(["dns-no-answer", null]);
      expect(answer.phases.total).toBeLessThan(1500);
    }
    expect(lookups).toEqual(["dms.example.com"]);
  });
});

describe("TCP", () => {
  test("a connection to a port that nothing listens on fails with connection-refused", async () => {
    const receiver = await startTcpReceiver(() => undefined);
    await receiver.close();
    const answer = await sendTo(receiver.origin);
    expect(answer.code).toBe("connection-refused");
    expect(answer.detail).toContain(`ECONNREFUSED 127.0.0.1:${receiver.port}`);
  });

  test("a connection to an address without a route fails with no-network-path", async () => {
    const transport = openTransport(
      { allowedNetworks: ["224.0.0.0/4"] },
      { connectTimeoutMs: 5000 },
    );
    const answer = failed(await transport.send(requestTo("https://224.0.0.1/")));
    expect([answer.code, answer.detail]).toEqual([
      "no-network-path",
      expect.stringContaining("ENETUNREACH"),
    ]);
  });

  test("a connection to several addresses that all refuse it fails with connection-refused", async () => {
    const receiver = await startTcpReceiver(() => undefined);
    await receiver.close();
    const url = `https://dms.example.com:${receiver.port}/`;
    expect((await sendTo(url, dnsWith("127.0.0.1", "127.0.0.2"))).code).toBe("connection-refused");
  });

  test("a connection that is accepted and then stays silent fails with connect-timeout", async () => {
    const receiver = await during(startTcpReceiver(() => undefined));
    const answer = await sendTo(receiver.origin, undefined, { connectTimeoutMs: 1000 });
    expect(answer.code).toBe("connect-timeout");
    expect(answer.phases).toMatchObject({ tls: null, firstByte: null });
    expect(answer.phases.connect).toBeGreaterThanOrEqual(0);
    expect(answer.connection).toMatchObject({ address: "127.0.0.1", port: receiver.port });
  });

  test("a connection that is reset during the handshake fails with connection-closed", async () => {
    const receiver = await during(startTcpReceiver((socket) => socket.resetAndDestroy()));
    expect((await sendTo(receiver.origin)).code).toBe("connection-closed");
  });
});

describe("TLS", () => {
  test("a connection to a port that speaks plain HTTP fails with tls-failed", async () => {
    const server: Server = createServer((_request, response) => response.end("ok"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = address && typeof address === "object" ? address.port : 0;
    const answer = await sendTo(`https://127.0.0.1:${port}/`);
    expect(answer.code).toBe("tls-failed");
    expect(answer.detail).toContain("ERR_SSL_WRONG_VERSION_NUMBER");
  });

  test.each([
    ["certificate-self-signed", () => createSelfSignedCertificate()],
    [
      "certificate-chain-incomplete",
      async () => (await createTestAuthority("CN=Unknown authority")).issue(),
    ],
    ["certificate-wrong-host", () => certificates().authority.issue({ names: ["other.example"] })],
    [
      "certificate-expired",
      () => certificates().authority.issue({ expiresAt: new Date("2026-11-01T00:00:00Z") }),
    ],
  ])("a receiver with a bad certificate causes %s, and no request is sent", async (code, make) => {
    const receiver = await during(startHttpsReceiver(await make()));
    const answer = await sendTo(receiver.origin);
    expect(answer.code).toBe(code);
    expect(receiver.received).toEqual([]);
    expect(answer.connection.certificateExpiresAt).toBeInstanceOf(Date);
    expect(answer.phases.tls).toBeNull();
  });

  test("a connection with an expired certificate reports when the certificate expired", async () => {
    const expiresAt = new Date(Date.now() - 86_400_000);
    expiresAt.setMilliseconds(0);
    const certificate = await certificates().authority.issue({ expiresAt });
    const receiver = await during(startHttpsReceiver(certificate));
    expect((await sendTo(receiver.origin)).connection.certificateExpiresAt).toEqual(expiresAt);
  });

  test("a certificate is verified regardless of NODE_TLS_REJECT_UNAUTHORIZED", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    onTestFinished(() => void vi.unstubAllEnvs());
    const receiver = await during(startHttpsReceiver(await createSelfSignedCertificate()));
    expect((await sendTo(receiver.origin)).code).toBe("certificate-self-signed");
  });
});

describe("a receiver that has read the request", () => {
  const speaking = async (speak: (socket: TLSSocket) => void) =>
    (await during(startTlsReceiver(certificates().server, speak))).origin;

  test("and then resets the connection causes connection-closed and gets no second request", async () => {
    const receiver = await during(
      startTlsReceiver(certificates().server, (socket) => socket.destroy()),
    );
    expect((await sendTo(receiver.origin)).code).toBe("connection-closed");
    expect(receiver.connectionCount()).toBe(1);
  });

  test("and then closes the connection before the headers are complete causes connection-closed", async () => {
    const origin = await speaking((socket) => socket.end("HTTP/1.1 200 OK\r\nx-a: 1\r\n"));
    expect((await sendTo(origin)).code).toBe("connection-closed");
  });

  test.each([
    ["something other than HTTP", "220 mail.example.com ESMTP\r\n"],
    ["invalid headers", "HTTP/1.1 200 OK\r\nno header at all\r\n\r\n"],
    ["20 KB of headers", `HTTP/1.1 200 OK\r\nx-long: ${"a".repeat(20_000)}\r\n\r\nok`],
    ["an unsolicited status 100", "HTTP/1.1 100 Continue\r\n\r\n"],
    [
      "another protocol",
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
    ],
  ])("and then responds with %s causes answer-not-http", async (_what, text) => {
    const origin = await speaking((socket) => socket.write(text));
    expect((await sendTo(origin)).code).toBe("answer-not-http");
  });

  test("and then never responds causes a timeout at the deadline", async () => {
    const origin = await speaking(() => undefined);
    const answer = await sendTo(origin, undefined, { timeoutMs: 2000 });
    expect(answer.code).toBe("timeout");
    expect(answer.phases.total).toBeGreaterThan(1000);
    expect(answer.phases.total).toBeLessThan(4000);
    expect(answer.connection.tlsVersion).toBe("TLSv1.3");
  });

  test("and later sends an unsolicited response loses the connection but still receives the next request", async () => {
    const closed: Promise<unknown>[] = [];
    const receiver = await during(
      startTlsReceiver(certificates().server, (socket) => {
        closed.push(once(socket, "close"));
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
        setTimeout(() => socket.write("HTTP/1.1 408 Too Late\r\ncontent-length: 0\r\n\r\n"), 50);
      }),
    );
    const transport = openTransport({ extraCertificates: [certificates().authority.certificate] });
    const send = async () => answered(await transport.send(requestTo(receiver.origin))).status;
    expect(await send()).toBe(200);
    await closed[0];
    expect([await send(), receiver.connectionCount()]).toEqual([200, 2]);
  });
});
