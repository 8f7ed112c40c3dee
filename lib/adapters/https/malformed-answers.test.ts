import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { createSecureContext, TLSSocket } from "node:tls";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestAuthority } from "./testing/certificates.fixture";
import { startTcpReceiver, startTlsReceiver } from "./testing/https-receiver.fixture";
import { BROKEN_BODIES, NOT_HTTP, UNUSUAL } from "./testing/malformed-answers.fixture";
import { answered, during, failed, openTransport, requestTo } from "./testing/transport.fixture";

const own = { authority: "", server: { certificate: "", privateKey: "" } };

beforeAll(async () => {
  const authority = await createTestAuthority();
  own.authority = authority.certificate;
  own.server = await authority.issue();
});

/** Uses the product's timeouts, because none of these responses should take that long. */
const trusting = () => openTransport({ extraCertificates: [own.authority] });

const receiverThatSays = (...answers: readonly string[]) => {
  const says = [...answers];
  return during(
    startTlsReceiver(own.server, (socket) => {
      const speak = () => socket.write(Buffer.from(says.shift() ?? "", "latin1"));
      speak();
      // The request may arrive in several pieces.
      socket.on("data", (piece: Buffer) => piece.includes("POST /") && speak());
    }),
  );
};

const sendTo = (origin: string) => trusting().send(requestTo(origin));

test.each(NOT_HTTP)(
  "$what is reported as the receiver's fault, and the request is sent only once",
  async ({ bytes }) => {
    const receiver = await receiverThatSays(bytes);
    expect(failed(await sendTo(receiver.origin)).code).toBe("answer-not-http");
    expect(receiver.connectionCount()).toBe(1);
  },
);

test.each(BROKEN_BODIES)(
  "$what is recorded as an error, and the status of the response counts",
  async ({ bytes }) => {
    const { origin } = await receiverThatSays(bytes);
    const answer = answered(await sendTo(origin));
    expect([answer.status, answer.bodyError]).toEqual([200, expect.stringMatching(/\w/)]);
  },
);

test.each(UNUSUAL)("a response with $what is valid", async ({ bytes }) => {
  const { origin } = await receiverThatSays(bytes);
  expect(answered(await sendTo(origin))).toMatchObject({ status: 200, bodyError: null });
});

describe("the detail describes the error in a response", () => {
  test.each([
    ["status 099", "the status code is below 100"],
    ["status 101 without an upgrade", "status 101 without an Upgrade header"],
    ["two equal Content-Length headers", "the Content-Length header is repeated"],
    ["an empty Content-Length", "Empty Content-Length"],
  ])("with %s", async (what, detail) => {
    const bytes = NOT_HTTP.find((answer) => answer.what === what)?.bytes ?? "";
    const { origin } = await receiverThatSays(bytes);
    expect(failed(await sendTo(origin)).detail).toContain(detail);
  });
});

test("a malformed response over a reused connection does not count as a lost connection, so the request is sent only once", async () => {
  const twice = NOT_HTTP.find(({ what }) => what === "two equal Content-Length headers");
  const receiver = await receiverThatSays(
    "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
    twice?.bytes ?? "",
  );
  const transport = trusting();
  answered(await transport.send(requestTo(receiver.origin)));
  expect(failed(await transport.send(requestTo(receiver.origin))).code).toBe("answer-not-http");
  expect(receiver.connectionCount()).toBe(1);
});

describe("a TLS stream that is broken in the middle of a response", () => {
  /**
   * Starts a receiver that sends a response over TLS and then writes raw, unencrypted bytes to the same TCP connection.
   */
  async function receiverThatAdds(adds: Buffer, says: string) {
    const secureContext = createSecureContext({
      cert: own.server.certificate,
      key: own.server.privateKey,
    });
    const accept = (raw: Socket) => {
      const wire = new Duplex({
        read: () => undefined,
        write: (chunk, _encoding, done) => raw.write(chunk, done),
      });
      raw.on("data", (chunk) => wire.push(chunk));
      const socket = new TLSSocket(wire, { isServer: true, secureContext });
      socket.once("data", () => socket.write(says, () => raw.write(adds)));
    };
    return (await during(startTcpReceiver(accept))).origin;
  }

  const ALERT = Buffer.from([21, 3, 3, 0, 2, 2, 80]);

  test.each([
    ["an alert", ALERT],
    ["plain text", Buffer.from("hello in plain text")],
  ])("by %s before the headers end fails with connection-closed", async (_what, adds) => {
    const origin = await receiverThatAdds(adds, "HTTP/1.1 200 OK\r\n");
    expect(failed(await sendTo(origin)).code).toBe("connection-closed");
  });

  test("by an alert in the body is recorded, and the status of the response counts", async () => {
    const origin = await receiverThatAdds(ALERT, "HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\nok");
    const answer = answered(await sendTo(origin));
    expect([answer.status, answer.bodyError]).toEqual([200, expect.stringMatching(/\w/)]);
  });
});
