import { describe, expect, test } from "vitest";
import { createCountingRandomness } from "@/lib/kernel/testing/counting-randomness.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { KNOWN_BROWSER_SECONDS, knownBrowserId, rememberBrowser } from "./known-browser";

const SESSION = { secret: "secret of tests" };
const ADA = "ada@example.com";
const BOB = "bob@example.com";

function arrange() {
  const ports = { clock: createFixedClock(), randomness: createCountingRandomness() };
  const remember = (email: string, cookie?: string) =>
    rememberBrowser(ports, SESSION, { cookie, email });
  const idOf = (email: string, cookie: string | undefined, session = SESSION) =>
    knownBrowserId(ports, session, { cookie, email });
  return { ...ports, remember, idOf };
}

describe("a browser that has signed in", () => {
  test("is known to that account for 90 days", () => {
    const { clock, remember, idOf } = arrange();
    const cookie = remember(ADA);
    expect(cookie).toMatch(/^[\w-]{16}\.\d+\.[\w-]{22}$/);
    clock.advanceSeconds(KNOWN_BROWSER_SECONDS - 1);
    expect(idOf(ADA, cookie)).toBe(cookie.split(".")[0]);
    clock.advanceSeconds(1);
    expect(idOf(ADA, cookie)).toBeNull();
  });

  test("is not known to a different account or with a different secret", () => {
    const { remember, idOf } = arrange();
    const cookie = remember(ADA);
    expect(idOf(BOB, cookie)).toBeNull();
    expect(idOf(ADA, cookie, { secret: "another secret" })).toBeNull();
  });

  test("keeps its id at each sign-in, which restarts the 90 days", () => {
    const { clock, remember, idOf } = arrange();
    const first = remember(ADA);
    clock.advanceSeconds(KNOWN_BROWSER_SECONDS - 1);
    const second = remember(ADA, first);
    clock.advanceSeconds(60);
    expect(second).toHaveLength(first.length);
    expect(idOf(ADA, second)).toBe(first.split(".")[0]);
  });

  test("is known to each of the last twenty accounts that signed in with it", () => {
    const { remember, idOf } = arrange();
    let cookie = remember(BOB, remember(ADA));
    expect([idOf(ADA, cookie), idOf(BOB, cookie)]).not.toContain(null);
    for (let n = 0; n < 19; n += 1) cookie = remember(`${n}@example.com`, cookie);
    expect([idOf(ADA, cookie), idOf(BOB, cookie)]).toEqual([null, expect.any(String)]);
    expect(cookie.length).toBeLessThan(1000);
  });

  test("has an id that no other browser has", () => {
    const { remember } = arrange();
    expect(remember(ADA).split(".")[0]).not.toBe(remember(ADA).split(".")[0]);
  });
});

describe("a forged cookie proves nothing", () => {
  test.each([
    ["with another id", (id: string, rest: string) => `${"x".repeat(id.length)}.${rest}`],
    ["with a later end", (id: string, rest: string) => `${id}.9${rest}`],
    ["with another seal", (id: string, rest: string) => `${id}.${rest.slice(0, -2)}__`],
    ["without a seal", (id: string, rest: string) => `${id}.${rest.split(".")[0]}`],
    ["of an id alone", (id: string) => id],
    ["that is no such cookie", () => "é.1.2.3"],
    ["that is empty", () => ""],
  ])("%s", (_what, forge) => {
    const { remember, idOf } = arrange();
    const [id = "", ...rest] = remember(ADA).split(".");
    const forged = forge(id, rest.join("."));
    expect(idOf(ADA, forged)).toBeNull();
    expect(idOf(ADA, remember(ADA, forged))).not.toBeNull();
  });

  test("values that strangers put into the cookie do not make it grow", () => {
    const { remember } = arrange();
    const junk = Array.from({ length: 500 }, () => `9999999999.${"j".repeat(22)}`).join(".");
    expect(remember(ADA, `${"x".repeat(16)}.${junk}`).length).toBeLessThan(1000);
  });
});
