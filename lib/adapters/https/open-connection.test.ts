import type { LookupAddress } from "node:dns";
import { buffer } from "node:stream/consumers";
import { createSecureContext } from "node:tls";
import { describe, expect, test } from "vitest";
import vectors from "@/lib/notifications/testing/webhook-vectors.json";
import { beginOpening } from "./connection-facts";
import {
  type ConnectionRules,
  type ConnectionTarget,
  openConnection,
  sharing,
} from "./open-connection";
import { startTcpReceiver } from "./testing/https-receiver.fixture";
import { dnsWith, during } from "./testing/transport.fixture";

/** Rules that allow no exceptions, to test the five checks of `openConnection` with targets that pass the URL rules. */
const closed: ConnectionRules = {
  isOpened: () => false,
  secureContext: () => createSecureContext(),
  resolve: () => Promise.reject(new Error("DNS was asked")),
  connectTimeoutMs: 5000,
};

const never = new AbortController().signal;
const open = (target: Partial<ConnectionTarget>, rules: Partial<ConnectionRules> = {}) =>
  openConnection(
    { protocol: "https:", hostname: "dms.example.com", port: 443, ...target },
    { ...closed, ...rules },
    beginOpening(),
    never,
  );

describe("a connection is not opened", () => {
  test.each(["http:", "ws:", "file:"])("1. with the scheme %s", async (protocol) => {
    await expect(open({ protocol })).rejects.toMatchObject({ failureCode: "port-blocked" });
  });

  test.each([0, 1, 22, 80, 442, 444, 1023])("2. to port %i", async (port) => {
    await expect(open({ port })).rejects.toMatchObject({ failureCode: "port-blocked" });
  });

  test.each(vectors.ipsBlocked)("3. to the literal address %s", async (hostname) => {
    await expect(open({ hostname })).rejects.toMatchObject({ failureCode: "address-blocked" });
  });

  test.each(vectors.ipsBlocked)("4. to a name that also resolves to %s", async (ip) => {
    const resolve = dnsWith("8.8.8.8", ip);
    await expect(open({}, { resolve })).rejects.toMatchObject({ failureCode: "address-blocked" });
  });

  test("5. to a peer that differs from the checked address, before any byte is sent to it", async () => {
    const heard: Promise<Buffer>[] = [];
    const receiver = await during(startTcpReceiver((socket) => heard.push(buffer(socket))));
    // Allows the address when the name is resolved, but no longer when the peer is checked.
    const opened = [true, false];
    const rules = { resolve: dnsWith("127.0.0.1"), isOpened: () => opened.shift() ?? false };
    await expect(open({ port: receiver.port }, rules)).rejects.toMatchObject({
      failureCode: "address-blocked",
      message: "dms.example.com is 127.0.0.1, not public",
    });
    expect(await Promise.all(heard)).toEqual([Buffer.alloc(0)]);
  });
});

describe("opening a connection with an aborted signal", () => {
  const ended = AbortSignal.abort(new Error("not needed"));
  const rules = { ...closed, isOpened: () => true, connectTimeoutMs: 60_000 };

  test("ends immediately without a DNS lookup", async () => {
    const lookups: string[] = [];
    const resolve = (hostname: string) => {
      lookups.push(hostname);
      return new Promise<never>(() => undefined);
    };
    const target = { protocol: "https:", hostname: "dms.example.com", port: 443 };
    await expect(
      openConnection(target, { ...rules, resolve }, beginOpening(), ended),
    ).rejects.toThrow("not needed");
    expect(lookups).toEqual([]);
  });

  test("makes no TCP connection", async () => {
    const receiver = await during(startTcpReceiver(() => undefined));
    const target = { protocol: "https:", hostname: "127.0.0.1", port: receiver.port };
    await expect(openConnection(target, rules, beginOpening(), ended)).rejects.toThrow(
      "not needed",
    );
    expect(receiver.connectionCount()).toBe(0);
  });
});

test("aborting ends an attempt to connect immediately", async () => {
  const ended = new AbortController();
  const receiver = await during(startTcpReceiver(() => ended.abort(new Error("not needed"))));
  const rules = { ...closed, isOpened: () => true, connectTimeoutMs: 60_000 };
  const target = { protocol: "https:", hostname: "127.0.0.1", port: receiver.port };
  await expect(openConnection(target, rules, beginOpening(), ended.signal)).rejects.toThrow(
    "not needed",
  );
});

const LOCAL: readonly LookupAddress[] = [{ address: "127.0.0.1", family: 4 }];

/** Creates a resolver that answers when the test calls `answerAll`. */
function slowDns() {
  const lookups: string[] = [];
  const answers: ((addresses: readonly LookupAddress[]) => void)[] = [];
  const resolve = sharing((hostname) => {
    lookups.push(hostname);
    return new Promise((answer) => answers.push(answer));
  });
  const answerAll = () => {
    for (const answer of answers.splice(0)) answer(LOCAL);
  };
  return { lookups, resolve, answerAll };
}

test("concurrent lookups of the same name share one result; lookups of other names and later lookups do not", async () => {
  const dns = slowDns();
  const first = [dns.resolve("a.example"), dns.resolve("a.example"), dns.resolve("b.example")];
  dns.answerAll();
  expect(await Promise.all(first)).toEqual([LOCAL, LOCAL, LOCAL]);
  expect(dns.lookups).toEqual(["a.example", "b.example"]);
  const later = dns.resolve("a.example");
  dns.answerAll();
  await later;
  expect(dns.lookups).toEqual(["a.example", "b.example", "a.example"]);
});

test("a failed lookup is retried", async () => {
  let times = 0;
  const resolve = sharing(() => {
    times += 1;
    return times === 1 ? Promise.reject(new Error("ENOTFOUND")) : Promise.resolve(LOCAL);
  });
  await expect(resolve("a.example")).rejects.toThrow("ENOTFOUND");
  expect(await resolve("a.example")).toEqual(LOCAL);
});
