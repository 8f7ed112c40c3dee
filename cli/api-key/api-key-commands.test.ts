import { describe, expect, test } from "vitest";
import { SCOPES } from "@/lib/kernel/rules/scopes";
import { readApiKeyOptions } from "./api-key-commands";

const NOW = new Date("2026-11-20T12:30:00.000Z");
const read = (line: string) => readApiKeyOptions(line === "" ? [] : line.split(" "), NOW);
const CREATE = "create --name warehouse --scopes documents:read";

describe("create", () => {
  test("takes a name and scopes; without an expiry the key has none", () => {
    expect(read("create --name warehouse --scopes documents:read,documents:write")).toEqual({
      ...{ kind: "create", name: "warehouse", expiresAt: null },
      scopes: ["documents:read", "documents:write"],
    });
  });

  test("knows all as a word for every scope", () => {
    expect(read("create --name a --scopes all")).toMatchObject({ scopes: SCOPES });
  });

  test.each([
    ["2027-01-31", "2027-01-31T00:00:00.000Z"],
    ["90d", "2027-02-18T12:30:00.000Z"],
    ["1d", "2026-11-21T12:30:00.000Z"],
  ])("ends a key with --expires %s at %s", (expires, end) => {
    expect(read(`${CREATE} --expires ${expires}`)).toMatchObject({ expiresAt: new Date(end) });
  });

  test.each(["2027-02-30", "2027-13-01", "31.01.2027", "0d", "90", "-1d", "d", "tomorrow"])(
    "refuses --expires=%s",
    (expires) => {
      expect(() => read(`${CREATE} --expires=${expires}`)).toThrow(/--expires needs a day/);
    },
  );

  test.each([
    ["create --scopes all", /--name is missing/],
    ["create --name a", /--scopes is missing/],
    ["create --name a --scopes documents:fly,all", /no scope "documents:fly", "all"/],
    ["create --name a --scopes documents:read,", /no scope ""/],
    ["create extra --name a --scopes all", /Usage/],
    ["create --name a --scopes all --forever", /Unknown option '--forever'/],
  ])("%s is refused with a sentence", (line, sentence) => {
    expect(() => read(line)).toThrow(sentence);
  });
});

describe("list and revoke", () => {
  test("are read", () => {
    expect(read("list")).toEqual({ kind: "list" });
    expect(read("revoke sd_abcde")).toEqual({ kind: "revoke", idOrPrefix: "sd_abcde" });
  });

  test.each([
    "",
    "remove",
    "list all",
    "list --name a",
    "revoke",
    "revoke a b",
    "revoke a --name b",
  ])("%j is answered with the usage", (line) => {
    expect(() => read(line)).toThrow(/Usage: npm run api-key/);
  });
});
