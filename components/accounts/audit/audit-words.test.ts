import { describe, expect, test } from "vitest";
import { actorWords, deedWords, differencesOf, whoOf } from "./audit-words";

const ID = "0190a5d0-0000-7000-8000-000000000001";

describe("the actor of an entry", () => {
  test.each([
    [`administrator:${ID}`, "Ada", "Ada"],
    ["command", null, "A command on the server"],
    ["sweeper", null, "The sweeper"],
    [`api-key:${ID}`, null, "An API key that no longer exists"],
    [`reviewer:${ID}`, null, "Someone who no longer has an account"],
  ])('%s with the name %s is shown as "%s"', (actor, actorName, words) => {
    expect(actorWords({ actor, actorName })).toBe(words);
  });

  test("has the same filter value in every role", () => {
    expect([`administrator:${ID}`, `reader:${ID}`, "command"].map(whoOf)).toEqual([
      ID,
      ID,
      "command",
    ]);
  });
});

describe("the action of an entry", () => {
  test.each([
    ["asset-archived", "asset:BLD:1", null, "archived the asset BLD:1"],
    ["assets-imported", "assets", null, "imported assets"],
    ["assets-imported", "asset:assets", null, "imported the asset assets"],
    ["user-deactivated", `user:${ID}`, "Ada", "deactivated Ada"],
    ["of-a-newer-version", "thing:1", null, "of-a-newer-version thing:1"],
  ])('%s of %s with the name %s is shown as "%s"', (action, subject, subjectName, words) => {
    expect(deedWords({ action, subject, subjectName })).toBe(words);
  });
});

describe("the differences", () => {
  test("omit the digest that only verification needs", () => {
    const after = { created: 2, rowsDigest: "ab" };
    expect(differencesOf(null, after)).toEqual([{ name: "created", before: null, after: "2" }]);
  });

  test("omit unchanged values and include added and removed ones", () => {
    const before = { name: "Hof", note: "x", scopes: ["a"], old: 1 };
    const after = { name: "Haus", note: "x", scopes: ["a", "b"], isNew: true };
    expect(differencesOf(before, after)).toEqual([
      { name: "name", before: "Hof", after: "Haus" },
      { name: "scopes", before: "a", after: "a, b" },
      { name: "old", before: "1", after: null },
      { name: "isNew", before: null, after: "true" },
    ]);
  });

  test("are empty if there is no state, and do not name a value that is not an object", () => {
    expect(differencesOf(null, null)).toEqual([]);
    expect(differencesOf({ networks: [] }, { networks: ["10.0.0.0/8", "::1/128"] })).toEqual([
      { name: "networks", before: null, after: "10.0.0.0/8, ::1/128" },
    ]);
    expect(differencesOf(null, "x")).toEqual([{ name: "", before: null, after: "x" }]);
  });
});
