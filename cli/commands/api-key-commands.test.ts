import { describe, expect, test } from "vitest";
import { SCOPES } from "@/lib/kernel/rules/actor";
import { readCommandLine } from "../command/run-program";
import { API_KEY, readExpiry, readScopes } from "./api-key-commands";

const NOW = new Date("2026-11-20T12:30:00.000Z");
const read = (line: string) => readCommandLine(API_KEY, line.split(" ").filter(Boolean)).input;

describe("create", () => {
  test("accepts a name and scopes; without --expires, the key does not expire", () => {
    const scopes = "documents:read,documents:write";
    expect(read(`create --name warehouse --scopes ${scopes}`)).toEqual({
      name: "warehouse",
      scopes,
      expires: undefined,
    });
    expect(readScopes(scopes)).toEqual(["documents:read", "documents:write"]);
  });

  test('accepts "all" as every scope', () => {
    expect(readScopes("all")).toEqual(SCOPES);
  });

  test.each([
    ["2027-01-31", "2027-01-31T00:00:00.000Z"],
    ["90d", "2027-02-18T12:30:00.000Z"],
    ["1d", "2026-11-21T12:30:00.000Z"],
  ])("with --expires %s, the key expires at %s", (expires, end) => {
    expect(readExpiry(expires, NOW)).toEqual(new Date(end));
  });

  test.each(["2027-02-30", "2027-13-01", "31.01.2027", "0d", "90", "-1d", "d", "tomorrow"])(
    "rejects --expires=%s",
    (expires) => {
      const line = `create --name warehouse --scopes documents:read --expires=${expires}`;
      expect(read(line)).toMatchObject({ expires });
      expect(() => readExpiry(expires, NOW)).toThrow(/--expires takes a date/);
    },
  );

  test.each([
    ["documents:fly,all", /no scope "documents:fly", "all"/],
    ["documents:read,", /no scope ""/],
  ])("rejects --scopes %s", (scopes, sentence) => {
    expect(() => readScopes(scopes)).toThrow(sentence);
  });

  test.each([
    ["create --scopes all", /--name is missing/],
    ["create --name a", /--scopes is missing/],
    ["create extra --name a --scopes all", /Usage/],
    ["create --name a --scopes all --forever", /^Unknown option '--forever'\.\nUsage/],
  ])("rejects %s with an error message", (line, sentence) => {
    expect(() => read(line)).toThrow(sentence);
  });
});

describe("list and revoke", () => {
  test("are parsed", () => {
    expect(read("list")).toEqual({});
    expect(read("revoke sd_abcde")).toEqual({ idOrPrefix: "sd_abcde" });
    expect(() => read("revoke")).toThrow(/^The <id or prefix> is missing\./);
  });

  test.each([
    "",
    "remove",
    "list all",
    "list --name a",
    "revoke",
    "revoke a b",
    "revoke a --name b",
  ])("%j prints the usage", (line) => {
    expect(() => read(line)).toThrow(/Usage: npm run api-key/);
  });
});
