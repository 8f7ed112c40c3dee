import { beforeAll, describe, expect, test } from "vitest";
import vectors from "@/lib/notifications/testing/webhook-vectors.json";
import type { ResolveHost } from "./open-connection";
import { createTestAuthority, type TestAuthority } from "./testing/certificates.fixture";
import { startHttpsReceiver } from "./testing/https-receiver.fixture";
import {
  answered,
  dnsWith,
  during,
  failed,
  openTransport,
  requestTo,
} from "./testing/transport.fixture";

const own = { authority: null as TestAuthority | null };

beforeAll(async () => {
  own.authority = await createTestAuthority();
});

async function startReceiver(authority = own.authority) {
  if (!authority) throw new Error("there is no authority");
  const certificate = await authority.issue({ names: ["127.0.0.1", "dms.example.com"] });
  return during(startHttpsReceiver(certificate));
}

const extraCertificates = () => (own.authority ? [own.authority.certificate] : []);
const bracketed = (ip: string) => (ip.includes(":") ? `[${ip}]` : ip);

describe("without allowed networks no connection is made", () => {
  const closed = (resolve: ResolveHost) =>
    openTransport({ allowedNetworks: [], extraCertificates: extraCertificates() }, { resolve });
  const unasked: ResolveHost = () => Promise.reject(new Error("DNS was asked"));

  test.each(vectors.urlsRejectAtConfig)("to the URL %j", async (url) => {
    const answer = failed(await closed(unasked).send(requestTo(url)));
    expect(answer.code).toMatch(/^(url|port|address)-blocked$/);
    expect(answer.connection.address).toBeNull();
  });

  test.each(vectors.ipsBlocked)("to the literal address %s", async (ip) => {
    const answer = failed(await closed(unasked).send(requestTo(`https://${bracketed(ip)}/`)));
    expect(answer.code).toBe("address-blocked");
  });

  test.each(vectors.ipsBlocked)("to a name that resolves to %s", async (ip) => {
    const transport = closed(dnsWith(ip));
    const answer = failed(await transport.send(requestTo("https://dms.example.com/")));
    expect([answer.code, answer.detail]).toEqual([
      "address-blocked",
      `dms.example.com is ${ip}, not public`,
    ]);
  });

  test.each([
    ["private last", ["8.8.8.8", "127.0.0.1"]],
    ["private first", ["127.0.0.1", "8.8.8.8"]],
  ])("to a name with both public and private addresses: %s", async (_order, addresses) => {
    const receiver = await startReceiver();
    const transport = closed(dnsWith(...addresses));
    const url = `https://dms.example.com:${receiver.port}/`;
    expect(failed(await transport.send(requestTo(url))).code).toBe("address-blocked");
    expect(receiver.connectionCount()).toBe(0);
  });

  test("to a receiver on this machine that is not configured as the built-in one", async () => {
    const receiver = await startReceiver();
    const answer = failed(await closed(unasked).send(requestTo(receiver.origin)));
    expect(answer.code).toBe("address-blocked");
    expect(receiver.connectionCount()).toBe(0);
  });
});

describe("a name whose DNS response changes", () => {
  test("is resolved once per connection, and only the address that was checked is connected to", async () => {
    const receiver = await startReceiver();
    const lookups = { times: 0 };
    const rebinding: ResolveHost = (hostname) => {
      lookups.times += 1;
      return dnsWith(lookups.times === 1 ? "127.0.0.1" : "10.0.0.1")(hostname);
    };
    const transport = openTransport(
      { extraCertificates: extraCertificates() },
      { resolve: rebinding },
    );
    const url = `https://dms.example.com:${receiver.port}/`;
    expect(answered(await transport.send(requestTo(url))).status).toBe(200);
    expect([lookups.times, receiver.connectionCount()]).toEqual([1, 1]);
  });

  test("is rejected at the next connection if it now resolves to an address that is not allowed", async () => {
    const receiver = await startReceiver();
    const addresses = ["127.0.0.1"];
    const transport = openTransport(
      { allowedNetworks: ["127.0.0.1/32"], extraCertificates: extraCertificates() },
      { resolve: (hostname) => dnsWith(...addresses)(hostname) },
    );
    const send = () => transport.send(requestTo(`https://dms.example.com:${receiver.port}/`));
    await Promise.all([send(), send()]);
    addresses[0] = "127.0.0.2";
    const answers = await Promise.all([send(), send(), send()]);
    // Two requests reuse connections whose peer was checked; the third needs a new connection.
    expect(answers.map(({ kind }) => kind)).toEqual(["answered", "answered", "failed"]);
    expect(receiver.connectionCount()).toBe(2);
  });
});

describe("allowed networks", () => {
  test("allow a name whose address is in a network, and any port of a literal address", async () => {
    const transport = openTransport({}, { resolve: dnsWith("127.0.0.1") });
    const send = async (url: string) => failed(await transport.send(requestTo(url))).code;
    // Nothing listens on this port, so any other error shows that a connection was attempted.
    expect(await send("https://127.0.0.1:22/")).not.toMatch(/blocked/);
    expect(await send("https://dms.example.com:22/")).toBe("port-blocked");
    expect(await send("https://localhost/")).toBe("address-blocked");
    expect(await send("https://user@127.0.0.1/")).toBe("url-blocked");
    expect(await send("http://127.0.0.1/")).toBe("port-blocked");
  });

  test("are rejected if they are not valid networks, and so are extra authorities that are not valid certificates", () => {
    expect(() => openTransport({ allowedNetworks: ["127.0.0.1"] })).toThrow("is not a network");
    expect(() => openTransport({ extraCertificates: ["nonsense"] })).toThrow(
      "not a PEM certificate",
    );
  });
});

describe("the built-in receiver", () => {
  const arrange = async (listed: readonly string[] = []) => {
    const authority = await createTestAuthority("CN=Built-in authority");
    const receiver = await startReceiver(authority);
    const transport = openTransport({
      allowedNetworks: listed,
      extraCertificates: extraCertificates(),
      builtInReceiver: { origin: receiver.origin, certificateAuthority: authority.certificate },
    });
    return { receiver, transport, authority };
  };

  test("receives requests although its address is not public", async () => {
    const { receiver, transport } = await arrange();
    const answer = answered(await transport.send(requestTo(`${receiver.origin}/hook`)));
    expect([answer.status, answer.connection.certificateIssuer]).toEqual([
      200,
      "CN=Built-in authority",
    ]);
  });

  test("does not cause any other port of this machine to be allowed", async () => {
    const { transport, authority } = await arrange();
    const other = await startReceiver(authority);
    expect(failed(await transport.send(requestTo(other.origin))).code).toBe("address-blocked");
    expect(other.connectionCount()).toBe(0);
  });

  test("is trusted only if its own authority issued its certificate, and that authority is trusted for nothing else", async () => {
    const { transport, authority } = await arrange(["127.0.0.0/8"]);
    const other = await startReceiver(authority);
    expect(failed(await transport.send(requestTo(other.origin))).code).toBe(
      "certificate-chain-incomplete",
    );
    const impostor = await startReceiver();
    const believing = openTransport({
      extraCertificates: extraCertificates(),
      builtInReceiver: { origin: impostor.origin, certificateAuthority: authority.certificate },
    });
    expect(failed(await believing.send(requestTo(impostor.origin))).code).toBe(
      "certificate-chain-incomplete",
    );
    expect(impostor.received).toEqual([]);
  });
});
