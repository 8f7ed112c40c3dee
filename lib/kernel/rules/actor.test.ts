import { describe, expect, test } from "vitest";
import { anApiKeyActor } from "../testing/actor.fixture";
import { type Actor, authorOf, includesRole, isRole, moversOf, ROLES } from "./actor";

const ACTORS: readonly [string, Actor, readonly string[]][] = [
  ["api-key:k1", { kind: "api-key", id: "k1", scopes: ["documents:read"] }, ["documents:read"]],
  ["administrator:u1", { kind: "administrator", id: "u1", sessionId: null }, ["administrator"]],
  [
    "reviewer:u2",
    { kind: "reviewer", id: "u2", sessionId: null },
    ["documents:read", "documents:write", "documents:review"],
  ],
  ["reader:u3", { kind: "reader", id: "u3", sessionId: null }, ["documents:read"]],
  ["sweeper", { kind: "sweeper" }, ["sweeper"]],
  ["processor", { kind: "processor" }, ["processor"]],
  ["watchdog", { kind: "watchdog" }, ["watchdog"]],
];

describe.each(ACTORS)("%s", (name, actor, movers) => {
  test("has the expected name in the history", () => {
    expect(authorOf(actor)).toEqual({ actor: name });
  });

  test(`acts as ${movers.join()}`, () => {
    expect(moversOf(actor)).toEqual(movers);
  });
});

test("a key with several scopes can act with each of them", () => {
  const scopes = ["documents:write", "documents:review"] as const;
  expect(moversOf(anApiKeyActor(scopes))).toEqual(scopes);
});

test("the author of a call has its request id and address", () => {
  const call = { requestId: "r1", address: "192.0.2.1" };
  const actor: Actor = { kind: "administrator", id: "u1", sessionId: null, ...call };
  expect(authorOf(actor)).toEqual({ actor: "administrator:u1", ...call });
});

describe("a role has all rights of the roles after it and no others", () => {
  test.each([
    ["administrator", ["administrator", "reviewer", "reader"]],
    ["reviewer", ["reviewer", "reader"]],
    ["reader", ["reader"]],
  ] as const)("%s", (role, may) => {
    expect(ROLES.filter((needed) => includesRole(role, needed))).toEqual(may);
  });
});

test.each(["", "Administrator", "owner", "toString"])("%j is not a role", (text) => {
  expect(isRole(text)).toBe(false);
});
