import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { SignInSource, SignInThrottle } from "../ports";

/** A throttle that has counted nothing, and a way to let time pass. */
export interface ThrottleUnderTest {
  readonly throttle: SignInThrottle;
  passSeconds(seconds: number): Promise<void>;
}

type Open = () => Promise<ThrottleUnderTest>;

/** Defines the contract tests that every sign-in throttle must pass; `open` opens a throttle for each test. */
export function describeSignInThrottleContract(name: string, open: Open): void {
  describe(name, () => {
    describeOnePerson(open);
    describeMany(open);
    describeForgiving(open);
    describeKnown(open);
    describeUnknownAddress(open);
    describeLifting(open);
  });
}

const ADA: SignInSource = { email: "ada@example.com", address: "4 1", knownAs: null };
const ADAS_BROWSER: SignInSource = { ...ADA, knownAs: "browser-of-ada" };
const QUARTER_OF_AN_HOUR = 900;
/** Real time passes before the result arrives, so the number varies. */
const ABOUT_15_MINUTES = expect.toSatisfy((seconds) => seconds > 890 && seconds <= 900);

async function tryTimes({ throttle }: ThrottleUnderTest, count: number, source = ADA) {
  const answers: (number | null)[] = [];
  for (let n = 0; n < count; n += 1) answers.push(await throttle.countTry(source));
  return answers;
}

function describeOnePerson(open: Open) {
  describe("one account from one address", () => {
    test("has five attempts; the sixth and all later ones are rejected", async () => {
      const under = await open();
      expect(await tryTimes(under, 5)).toEqual([null, null, null, null, null]);
      expect(await tryTimes(under, 2)).toEqual([ABOUT_15_MINUTES, ABOUT_15_MINUTES]);
    });

    test("is rejected for 15 minutes after the first rejection, however often it tries", async () => {
      const under = await open();
      await tryTimes(under, 5);
      await under.passSeconds(600);
      expect(await tryTimes(under, 2)).toEqual([ABOUT_15_MINUTES, ABOUT_15_MINUTES]);
      await under.passSeconds(QUARTER_OF_AN_HOUR - 100);
      const [seconds] = await tryTimes(under, 1);
      expect(seconds).toSatisfy((rest: number) => rest > 90 && rest <= 100);
      await under.passSeconds(100);
      expect(await tryTimes(under, 1)).toEqual([null]);
    });

    test("gets five new attempts 15 minutes after its first attempt", async () => {
      const under = await open();
      await tryTimes(under, 5);
      await under.passSeconds(QUARTER_OF_AN_HOUR);
      expect(await tryTimes(under, 5)).toEqual([null, null, null, null, null]);
    });

    test("gets only five of twenty concurrent attempts through", async () => {
      const { throttle } = await open();
      const tries = Array.from({ length: 20 }, () => throttle.countTry(ADA));
      expect((await Promise.all(tries)).filter((answer) => answer === null)).toHaveLength(5);
    });

    test("does not affect a different account or address", async () => {
      const under = await open();
      await tryTimes(under, 6);
      expect(await tryTimes(under, 1, { ...ADA, email: "eve@example.com" })).toEqual([null]);
      expect(await tryTimes(under, 1, { ...ADA, address: "4 2" })).toEqual([null]);
    });
  });
}

function describeMany(open: Open) {
  describe("many accounts or addresses", () => {
    test("one address has twenty attempts, whatever the accounts", async () => {
      const under = await open();
      for (let n = 0; n < 20; n += 1) {
        expect(await tryTimes(under, 1, { ...ADA, email: `${n}@example.com` })).toEqual([null]);
      }
      const other = { ...ADA, email: "other@example.com" };
      expect(await tryTimes(under, 2, other)).toEqual([ABOUT_15_MINUTES, ABOUT_15_MINUTES]);
      expect(await tryTimes(under, 1, { ...other, address: "4 2" })).toEqual([null]);
    });

    test("one account has fifty attempts an hour, whatever the addresses", async () => {
      const under = await open();
      for (let n = 0; n < 50; n += 1) {
        expect(await tryTimes(under, 1, { ...ADA, address: `4 ${n}` })).toEqual([null]);
      }
      const other = { ...ADA, address: "4 99" };
      const [seconds] = await tryTimes(under, 1, other);
      expect(seconds).toSatisfy((rest: number) => rest > 3590 && rest <= 3600);
      expect(await tryTimes(under, 1, { ...other, email: "eve@example.com" })).toEqual([null]);
      await under.passSeconds(3600);
      expect(await tryTimes(under, 1, other)).toEqual([null]);
    });

    test("a single address cannot use up the attempts of an account, or of other addresses", async () => {
      const under = await open();
      await tryTimes(under, 100);
      expect(await tryTimes(under, 1, { ...ADA, address: "4 2" })).toEqual([null]);
      expect(await tryTimes(under, 1, { ...ADA, email: "eve@example.com" })).toEqual([null]);
    });
  });
}

function describeForgiving(open: Open) {
  describe("after a correct password", () => {
    test("the count for that account from that address starts over", async () => {
      const under = await open();
      await tryTimes(under, 4);
      await under.throttle.forgive(ADA);
      expect(await tryTimes(under, 6)).toEqual([null, null, null, null, null, ABOUT_15_MINUTES]);
    });

    test("the account and the address never run out of attempts, however often the password is entered", async () => {
      const under = await open();
      for (let n = 0; n < 60; n += 1) {
        expect(await tryTimes(under, 1)).toEqual([null]);
        await under.throttle.forgive(ADA);
      }
    });

    test("wrong attempts from that address still count", async () => {
      const under = await open();
      for (let n = 0; n < 19; n += 1) {
        await tryTimes(under, 1, { ...ADA, email: `${n}@example.com` });
      }
      await tryTimes(under, 1);
      await under.throttle.forgive(ADA);
      expect(await tryTimes(under, 2)).toEqual([null, ABOUT_15_MINUTES]);
    });
  });
}

/** Uses up every attempt that strangers have for this account, so that all of its counters reject attempts. */
async function lockOut(under: ThrottleUnderTest) {
  for (let n = 0; n < 51; n += 1) await tryTimes(under, 1, { ...ADA, address: `4 ${n + 1}` });
  for (let n = 0; n < 21; n += 1) await tryTimes(under, 1, { ...ADA, email: `${n}@example.com` });
  const [seconds] = await tryTimes(under, 1, { ...ADA, address: "4 99" });
  expect(seconds).toBeGreaterThan(3500);
}

function describeKnown(open: Open) {
  describe("a browser that has signed in to the account before", () => {
    test("is let through however many attempts strangers have made, even from the same address", async () => {
      const under = await open();
      await lockOut(under);
      expect(await tryTimes(under, 5, ADAS_BROWSER)).toEqual([null, null, null, null, null]);
    });

    test("has five attempts of its own, whatever its IP address", async () => {
      const under = await open();
      for (let n = 0; n < 5; n += 1) {
        expect(await tryTimes(under, 1, { ...ADAS_BROWSER, address: `4 ${n}` })).toEqual([null]);
      }
      expect(await tryTimes(under, 1, ADAS_BROWSER)).toEqual([ABOUT_15_MINUTES]);
      await under.passSeconds(QUARTER_OF_AN_HOUR);
      expect(await tryTimes(under, 1, ADAS_BROWSER)).toEqual([null]);
    });

    test("uses up no attempts of strangers, other accounts or other browsers", async () => {
      const under = await open();
      await tryTimes(under, 60, ADAS_BROWSER);
      expect(await tryTimes(under, 5)).toEqual([null, null, null, null, null]);
      const bob = { ...ADAS_BROWSER, email: "bob@example.com" };
      expect(await tryTimes(under, 1, bob)).toEqual([null]);
      expect(await tryTimes(under, 1, { ...ADA, knownAs: "another" })).toEqual([null]);
    });

    test("resets its own count with the correct password, but not the strangers' count", async () => {
      const under = await open();
      await tryTimes(under, 6);
      await tryTimes(under, 4, ADAS_BROWSER);
      await under.throttle.forgive(ADAS_BROWSER);
      expect(await tryTimes(under, 5, ADAS_BROWSER)).toEqual([null, null, null, null, null]);
      expect(await tryTimes(under, 1)).toEqual([ABOUT_15_MINUTES]);
    });
  });
}

function describeUnknownAddress(open: Open) {
  describe("without a known address", () => {
    const somewhere = { ...ADA, address: null };

    test("attempts on any number of made-up accounts lock nobody else out", async () => {
      const under = await open();
      for (let n = 0; n < 60; n += 1) {
        const madeUp = { ...somewhere, email: `${n}@example.com` };
        expect(await tryTimes(under, 1, madeUp)).toEqual([null]);
      }
      expect(await tryTimes(under, 1, somewhere)).toEqual([null]);
    });

    test("an account has five attempts", async () => {
      const under = await open();
      expect(await tryTimes(under, 6, somewhere)).toEqual([
        null,
        null,
        null,
        null,
        null,
        ABOUT_15_MINUTES,
      ]);
      await under.passSeconds(QUARTER_OF_AN_HOUR);
      await tryTimes(under, 1, somewhere);
      await under.throttle.forgive(somewhere);
      expect(await tryTimes(under, 5, somewhere)).toEqual([null, null, null, null, null]);
    });
  });
}

function describeLifting(open: Open) {
  describe("an operator removes", () => {
    const EVE = { ...ADA, email: "eve@example.com", address: "4 7" };

    test("every lock on one account, from all addresses, and nothing else", async () => {
      const under = await open();
      await tryTimes(under, 6, EVE);
      await tryTimes(under, 6, ADAS_BROWSER);
      for (let n = 0; n < 52; n += 1) await tryTimes(under, 1, { ...ADA, address: `4 ${n}` });
      await tryTimes(under, 5, { ...ADA, address: "4 51" });
      expect(await under.throttle.lift({ email: ADA.email }, anAuditNote())).toBe(3);
      expect(await tryTimes(under, 1, { ...ADA, address: "4 99" })).toEqual([null]);
      expect(await tryTimes(under, 1, ADAS_BROWSER)).toEqual([null]);
      expect(await tryTimes(under, 1, EVE)).toEqual([ABOUT_15_MINUTES]);
    });

    test("every lock on one address, for all accounts", async () => {
      const under = await open();
      await tryTimes(under, 6);
      for (let n = 0; n < 20; n += 1) {
        await tryTimes(under, 1, { ...ADA, email: `${n}@example.com` });
      }
      await tryTimes(under, 6, EVE);
      expect(await under.throttle.lift({ address: "4 1" }, anAuditNote())).toBe(2);
      expect(await tryTimes(under, 1)).toEqual([null]);
      expect(await tryTimes(under, 1, EVE)).toEqual([ABOUT_15_MINUTES]);
    });
    test("everything", async () => {
      const under = await open();
      await lockOut(under);
      expect(await under.throttle.lift({ everything: true }, anAuditNote())).toBeGreaterThan(1);
      expect(await tryTimes(under, 1)).toEqual([null]);
      expect(await under.throttle.lift({ everything: true }, anAuditNote())).toBe(0);
    });
  });
}
