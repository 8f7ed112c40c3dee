import { describe, expect, test } from "vitest";
import vectors from "@/lib/notifications/testing/webhook-vectors.json";
import { isPublicAddress } from "./public-address";

describe("a literal address", () => {
  test.each(vectors.ipsBlocked)("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(vectors.ipsAllowed)("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    ["9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"],
    ["100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"],
    ["126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"],
    ["172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"],
    ["192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"],
    ["198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"],
    ["168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17"],
    ["2001:200::", "2001:db8::", "2001:db8:ffff:ffff::ffff", "2001:db9::"],
    ["2003::", "3fff::", "3fff:fff:ffff:ffff::", "3fff:1000::"],
  ])("just before and after a range is public: %s, %s to %s, %s", (before, first, last, behind) => {
    expect([before, first, last, behind].map(isPublicAddress)).toEqual([true, false, false, true]);
  });

  test.each([
    ["IPv4-mapped", "::ffff:169.254.169.254"],
    ["IPv4-mapped, written in full", "0:0:0:0:0:FFFF:A9FE:A9FE"],
    ["NAT64", "64:ff9b::8.8.8.8"],
    ["6to4", "2002:808:808::1"],
    ["Teredo", "2001:0:808:808::1"],
    ["v4-compatible", "::8.8.8.8"],
    ["v4-translated", "::ffff:0:8.8.8.8"],
  ])("in %s form is detected: %s is not public", (_form, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["fe80::1%eth0", "2606:4700:4700::1111%1", "example.com", "", "8.8.8", "[::1]"])(
    "%j is not an address and therefore not public",
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});
