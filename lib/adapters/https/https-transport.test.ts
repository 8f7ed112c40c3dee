import { once } from "node:events";
import { rootCertificates, TLSSocket } from "node:tls";
import { beforeAll, describe, expect, test } from "vitest";
import { explainAttempt } from "@/lib/notifications/rules/explain-attempt";
import {
  ATTEMPT_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  trusting,
  withPublicAuthorities,
} from "./https-transport";
import {
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from "./testing/certificates.fixture";
import {
  type AnswerRequest,
  startHttpsReceiver,
  startTlsReceiver,
} from "./testing/https-receiver.fixture";
import { answered, dnsWith, during, openTransport, requestTo } from "./testing/transport.fixture";

const own = { authority: null as TestAuthority | null, server: null as TestCertificate | null };

beforeAll(async () => {
  own.authority = await createTestAuthority();
  own.server = await own.authority.issue({ names: ["127.0.0.1", "dms.example.com"] });
});

/** Sets up a receiver on this machine and a transport that trusts it. */
async function arrange(answer?: AnswerRequest) {
  if (!own.authority || !own.server) throw new Error("there are no certificates");
  const receiver = await during(startHttpsReceiver(own.server, answer));
  const transport = openTransport(
    { extraCertificates: [own.authority.certificate] },
    { resolve: dnsWith("127.0.0.1") },
  );
  return { receiver, transport, server: own.server };
}

describe("a request", () => {
  test("is a POST with exactly the given bytes and headers", async () => {
    const { receiver, transport } = await arrange();
    const request = requestTo(`${receiver.origin}/hook/a%20b?tenant=1#part`);
    await transport.send(request);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]).toMatchObject({
      method: "POST",
      path: "/hook/a%20b?tenant=1",
      body: request.body,
      headers: {
        ...request.headers,
        host: `127.0.0.1:${receiver.port}`,
        "content-length": String(request.body.length),
        "user-agent": "Stagedoor/1.2.3",
        "accept-encoding": "identity",
      },
    });
  });

  test("with a line break in a header is our own fault, and nothing is sent", async () => {
    const { receiver, transport } = await arrange();
    const headers = { "webhook-id": "msg_1\r\nx-other: 1" };
    const answer = await transport.send({ ...requestTo(receiver.origin), headers });
    expect(answer).toMatchObject({ kind: "failed", code: "internal-fault" });
    expect(receiver.received).toEqual([]);
  });
});

describe("a response", () => {
  test.each([200, 201, 202, 204, 304, 400, 401, 404, 410, 429, 500, 503, 599])(
    "is returned unchanged if its status is %i",
    async (status) => {
      const { receiver, transport } = await arrange((response) => {
        response.writeHead(status).end();
      });
      const answer = answered(await transport.send(requestTo(receiver.origin)));
      expect([answer.status, answer.body, answer.bodyError]).toEqual([
        status,
        Buffer.alloc(0),
        null,
      ]);
    },
  );

  test("has lower-case header names, repeated headers joined into one, and the exact bytes of the body", async () => {
    const { receiver, transport } = await arrange((response) => {
      response.writeHead(429, [
        "Retry-After",
        "120",
        "X-Twice",
        "a",
        "X-Twice",
        "b",
        "Set-Cookie",
        "c=1",
        "Set-Cookie",
        "d=2",
      ]);
      response.end(Buffer.of(0, 255, 10));
    });
    const answer = answered(await transport.send(requestTo(receiver.origin)));
    expect(answer.headers).toMatchObject({
      "retry-after": "120",
      "x-twice": "a, b",
      "set-cookie": "c=1, d=2",
    });
    expect(answer.body).toEqual(Buffer.of(0, 255, 10));
    expect(answer.isBodyTruncated).toBe(false);
  });

  test.each([301, 302, 303, 307, 308])("is not followed if its status is %i", async (status) => {
    const target = await arrange();
    const { receiver, transport } = await arrange((response) => {
      response.writeHead(status, { location: `${target.receiver.origin}/other` }).end();
    });
    const answer = answered(await transport.send(requestTo(receiver.origin)));
    expect([answer.status, answer.headers.location]).toEqual([
      status,
      `${target.receiver.origin}/other`,
    ]);
    expect(target.receiver.connectionCount()).toBe(0);
  });

  test("that follows informational responses is the one returned", async () => {
    const { transport, server } = await arrange();
    const raw = await during(
      startTlsReceiver(server, (socket) => {
        socket.end("HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\nok");
      }),
    );
    const answer = answered(await transport.send(requestTo(raw.origin)));
    expect([answer.status, answer.body.toString(), answer.bodyError]).toEqual([200, "ok", null]);
  });

  test("with status 200 and an incomplete body counts as a 200, and an error is recorded for the body", async () => {
    const { receiver, transport } = await arrange((response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("received", () => response.destroy());
    });
    const answer = answered(await transport.send(requestTo(receiver.origin)));
    expect([answer.status, answer.body.toString()]).toEqual([200, "received"]);
    expect(answer.bodyError).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
  });
});

describe("a connection", () => {
  test("is reused, and the second request spends no time on connecting", async () => {
    const { receiver, transport } = await arrange();
    const url = `https://dms.example.com:${receiver.port}/`;
    const first = await transport.send(requestTo(url));
    const second = await transport.send(requestTo(url));
    expect(receiver.connectionCount()).toBe(1);
    expect(receiver.received).toHaveLength(2);
    const { total, ...parts } = first.phases;
    for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0);
    expect(Object.values(parts).reduce((sum, part) => (sum ?? 0) + (part ?? 0), 0)).toBeLessThan(
      total + 0.1,
    );
    expect(second.phases).toMatchObject({ dns: null, connect: null, tls: null });
    expect(second.phases.firstByte).toBeLessThanOrEqual(second.phases.total);
    expect(second.connection).toEqual(first.connection);
  });

  test("is reported with its peer, TLS version, and the certificate's issuer and expiry", async () => {
    const { receiver, transport } = await arrange();
    const { connection, phases } = await transport.send(requestTo(receiver.origin));
    expect(connection).toMatchObject({
      address: "127.0.0.1",
      port: receiver.port,
      tlsVersion: "TLSv1.3",
      certificateIssuer: "CN=Test authority",
    });
    const secondsLeft = ((connection.certificateExpiresAt?.getTime() ?? 0) - Date.now()) / 1000;
    expect(Math.abs(secondsLeft - 86_400)).toBeLessThan(120);
    expect(phases.dns).toBeNull();
  });

  test.each(["dms.example.com", "dms.example.com."])(
    "to %s sends dms.example.com as the server name",
    async (host) => {
      const names: unknown[] = [];
      const { receiver, transport } = await arrange((response, { socket }) => {
        names.push(socket instanceof TLSSocket && Reflect.get(socket, "servername"));
        response.end("ok");
      });
      const url = `https://${host}:${receiver.port}/`;
      expect(answered(await transport.send(requestTo(url))).status).toBe(200);
      expect(names).toEqual(["dms.example.com"]);
    },
  );

  test("is never used by two requests at the same time", async () => {
    const { receiver, transport } = await arrange();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => transport.send(requestTo(receiver.origin))),
    );
    expect(answers.map((answer) => answered(answer).status)).toEqual(Array(50).fill(200));
    expect(receiver.connectionCount()).toBe(20);
  });
});

describe("a connection is replaced", () => {
  test("when the receiver closes it after its response", async () => {
    const { receiver, transport } = await arrange((response) => {
      response.writeHead(200, { connection: "close" }).end("ok");
    });
    for (const _ of [1, 2, 3]) {
      expect(answered(await transport.send(requestTo(receiver.origin))).status).toBe(200);
    }
    expect(receiver.connectionCount()).toBe(3);
  });

  test("when the receiver closes it while it is idle", async () => {
    const closed: Promise<unknown>[] = [];
    const { receiver, transport } = await arrange((response, { socket }) => {
      closed.push(once(socket, "close"));
      response.end("ok", () => socket.end());
    });
    await transport.send(requestTo(receiver.origin));
    await Promise.all(closed);
    expect(answered(await transport.send(requestTo(receiver.origin))).status).toBe(200);
    expect(receiver.connectionCount()).toBe(2);
  });

  test("when the receiver closes it as the next request arrives, and that request is then sent over the new connection", async () => {
    const { transport, server } = await arrange();
    const raw = await during(
      startTlsReceiver(server, (socket) => {
        socket.once("data", () => socket.destroy());
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
      }),
    );
    for (const connectionCount of [1, 2]) {
      expect(answered(await transport.send(requestTo(raw.origin))).status).toBe(200);
      expect(raw.connectionCount()).toBe(connectionCount);
    }
  });
});

test("the explanations state the product's actual timeouts", () => {
  const at = new Date();
  const facts = { url: "https://dms.example.com/", webhookId: "msg_1", at, status: null };
  const sentenceOf = (code: "connect-timeout" | "timeout") =>
    explainAttempt({ ...facts, code, location: null, certificateExpiresAt: null })?.sentence;
  expect(sentenceOf("connect-timeout")).toContain(`within ${CONNECT_TIMEOUT_MS / 1000} s`);
  expect(sentenceOf("timeout")).toContain(`within ${ATTEMPT_TIMEOUT_MS / 1000} s`);
});

describe("after the transport is closed", () => {
  test("no request is sent, and the request that was running has ended", async () => {
    const { receiver, transport } = await arrange();
    const running = transport.send(requestTo(receiver.origin));
    await transport.close();
    expect(answered(await running).status).toBe(200);
    await expect(transport.send(requestTo(receiver.origin))).rejects.toThrow("closed");
    expect(receiver.received).toHaveLength(1);
  });
});

test("an operator's authority is trusted in addition to the public ones", async () => {
  const { certificate } = await createTestAuthority();
  expect(rootCertificates.length).toBeGreaterThan(50);
  expect(withPublicAuthorities([certificate])).toEqual([...rootCertificates, certificate]);
});

test("without extra authorities, Node's own trust store is used unchanged", () => {
  expect(withPublicAuthorities([])).toBeNull();
});

test("the secure context is created once", () => {
  const secureContext = trusting(null);
  expect(secureContext()).toBe(secureContext());
});
