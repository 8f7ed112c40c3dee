import { describe, expect, test } from "vitest";
import { authorAddress, clientAddress, knownAddress } from "./client-address";

const PEER = "10.0.0.1";
const of = (forwarded: string | null, hops: number | null, peer: string | null = PEER) =>
  clientAddress(
    new Headers({
      ...(peer === null ? {} : { "x-stagedoor-peer-address": peer }),
      ...(forwarded === null ? {} : { "x-forwarded-for": forwarded }),
    }),
    hops,
  );
const named = (address: string) => of(null, 0, address).key;

test("without proxies, the client is the other end of the connection, even if the request contains forwarded addresses", () => {
  expect(of("192.0.2.7", 0).key).toBe(named(PEER));
});

test("behind one proxy, the client is the last address in the header", () => {
  expect(of("6.6.6.6, 192.0.2.7", 1).key).toBe(named("192.0.2.7"));
});

test("behind two proxies, the client is the second-to-last address in the header", () => {
  expect(of("6.6.6.6, 192.0.2.7,10.0.0.9", 2).key).toBe(named("192.0.2.7"));
});

test("a call without the header did not pass through a proxy, so the client is the other end of the connection", () => {
  expect(of(null, 1)).toEqual({ text: PEER, key: named(PEER), isKnown: true });
});

test("an IPv4-mapped IPv6 address is the same as the IPv4 address", () => {
  expect(named("::ffff:192.0.2.7")).toBe(named("192.0.2.7"));
});

test("all addresses in an IPv6 /64 count as one client, and those in the next /64 as another", () => {
  expect(named("2001:db8:0:1::1")).toBe(named("2001:db8:0:1:ffff::2"));
  expect(named("2001:db8:0:1::1")).not.toBe(named("2001:db8:0:2::1"));
});

describe("a proxy may write an address in any common form", () => {
  test.each([
    ["192.0.2.7:5678", "192.0.2.7"],
    ["[2001:db8:0:1::1]:5678", "2001:db8:0:1::1"],
    ["[2001:db8:0:1::1]", "2001:db8:0:1::1"],
    ["2001:DB8:0:1::1", "2001:DB8:0:1::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["[fe80::1%25eth0]:443", "fe80::1"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:c000:207", "192.0.2.7"],
    ["[::ffff:192.0.2.7]:5678", "192.0.2.7"],
    ['"192.0.2.7"', "192.0.2.7"],
    ['"[2001:db8:0:1::1]:5678"', "2001:db8:0:1::1"],
    ["  192.0.2.7\t", "192.0.2.7"],
    ["for=192.0.2.7", "192.0.2.7"],
    ['For="[2001:db8:0:1::1]:5678"', "2001:db8:0:1::1"],
  ])("%s is read as %s", (forwarded, text) => {
    expect(of(`6.6.6.6, ${forwarded}`, 1)).toEqual({ text, key: named(text), isKnown: true });
  });
});

describe("a client whose address cannot be read from the header has no address, and is counted for the other end of the connection", () => {
  const unreadable = { text: "unknown", key: named(PEER), isKnown: false };

  test.each([
    "unknown",
    "_hidden",
    "for=unknown",
    "for=_obfuscated",
    "",
    "192.0.2.7:",
    "192.0.2.7:99999999",
    "192.0.2.7:1:2",
    "192.0.2.999",
    "[2001:db8::1",
    "2001:db8::1]",
    "[192.0.2.7]",
    "192.0.2.7%eth0",
    "client.example.com",
    "<script>",
  ])("%j", (forwarded) => {
    expect(of(`6.6.6.6, ${forwarded}`, 1)).toEqual(unreadable);
    expect(of(forwarded, 1)).toEqual(unreadable);
  });

  test("a header with fewer addresses than proxies", () => {
    expect(of("192.0.2.7", 2)).toEqual(unreadable);
  });

  test("which is not recorded for the author of a change", () => {
    expect(authorAddress(of("_hidden", 1))).toEqual({});
    expect(knownAddress(of("_hidden", 1))).toBeNull();
  });
});

test.each([[null], [""], ["nonsense"]])(
  "the client's address is unknown if the other end of the connection is %j",
  (peer) => {
    expect(of(null, 0, peer)).toEqual({ text: "unknown", key: null, isKnown: false });
  },
);

test("if the number of proxies is unknown, neither the proxies' addresses nor addresses that clients claim are used", () => {
  expect(of("192.0.2.7", null)).toEqual({ text: "unknown", key: null, isKnown: false });
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:0:1::1", "2001:db8:0:1::1"],
])("the address %s is shown as %s", (peer, text) => expect(of(null, 0, peer).text).toBe(text));
