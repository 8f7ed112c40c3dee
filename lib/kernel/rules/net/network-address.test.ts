import { describe, expect, test } from "vitest";
import { isInNetwork, isInNetworks, networkOf, parseAddress } from "./network-address";

describe("parsing an address", () => {
  test.each([
    ["0.0.0.0", 4, 0n],
    ["255.255.255.255", 4, 0xffffffffn],
    ["::", 6, 0n],
    ["::1", 6, 1n],
    ["1::", 6, 1n << 112n],
    ["1:2:3:4:5:6:7:8", 6, 0x00010002000300040005000600070008n],
    ["1:2:3:4:5:6:7::", 6, 0x00010002000300040005000600070000n],
    ["ABCD::", 6, 0xabcdn << 112n],
    ["::1.2.3.4", 6, 0x01020304n],
    ["::ffff:1.2.3.4", 4, 0x01020304n],
    ["::ffff:102:304", 4, 0x01020304n],
  ])("%s is version %i", (text, version, value) => {
    expect(parseAddress(text)).toEqual({ version, value });
  });

  test.each([
    "",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "01.2.3.4",
    "0x1.2.3.4",
    "1.2.3.4 ",
    "-1.2.3.4",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7:8::",
    "1::2::3",
    ":::",
    ":1",
    "1:",
    "12345::",
    "g::",
    "::1%eth0",
    "[::1]",
    "::1.2.3",
    "::1.2.3.4:5",
    "1.2.3.4::",
    "localhost",
  ])("%j is not an address", (text) => {
    expect(parseAddress(text)).toBeNull();
  });
});

describe("a network", () => {
  const isIn = (text: string, cidr: string) => {
    const address = parseAddress(text);
    return address !== null && isInNetwork(address, networkOf(cidr));
  };

  test.each([
    ["10.9.8.7", "10.0.0.0/8"],
    ["10.9.8.7", "10.200.0.0/8"],
    ["1.2.3.4", "0.0.0.0/0"],
    ["1.2.3.4", "1.2.3.4/32"],
    ["::ffff:10.0.0.1", "10.0.0.0/8"],
    ["fd00::5", "fd00::/8"],
    ["::1", "::/0"],
  ])("%s is in %s", (text, cidr) => {
    expect(isIn(text, cidr)).toBe(true);
  });

  test.each([
    ["11.0.0.0", "10.0.0.0/8"],
    ["1.2.3.5", "1.2.3.4/32"],
    ["::1", "0.0.0.0/0"],
    ["1.2.3.4", "::/0"],
  ])("%s is not in %s", (text, cidr) => {
    expect(isIn(text, cidr)).toBe(false);
  });

  test.each(["10.0.0.0", "10.0.0.0/33", "::/129", "10.0.0.0/8/8", "a/8", "10.0.0.0/x", ""])(
    "%j is rejected",
    (cidr) => {
      expect(() => networkOf(cidr)).toThrow("is not a network");
    },
  );
});

test("an address is in a list of networks if it is in one of them, and a name is in none", () => {
  const networks = ["10.0.0.0/8", "fd00::/8"];
  expect(isInNetworks("10.1.2.3", networks)).toBe(true);
  expect(isInNetworks("fd00::1", networks)).toBe(true);
  expect(isInNetworks("11.1.2.3", networks)).toBe(false);
  expect(isInNetworks("10.1.2.3", [])).toBe(false);
  expect(isInNetworks("dms.example.com", ["0.0.0.0/0", "::/0"])).toBe(false);
});
