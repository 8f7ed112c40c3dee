import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { makeAccountPorts } from "@/lib/accounts/testing/in-memory-account-ports";
import { describeSignInThrottleContract } from "@/lib/accounts/testing/sign-in-throttle.contract";
import { signIn } from "@/lib/accounts/use-cases/sign-in";
import { DomainError } from "@/lib/kernel/rules/errors";
import { limitAtOnce } from "@/lib/kernel/rules/limit-at-once";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { createDatabase } from "../core/database";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createSignInThrottle } from "./sign-in-throttle";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const ADA = { email: "ada@example.com", address: "4 1", knownAs: null };
const clock = createFixedClock();
const failTest = (error: unknown) => {
  throw error;
};

describeSignInThrottleContract("sign-in attempts counted in PostgreSQL", async () => {
  const { pool } = await openEmptyDatabase();
  return {
    throttle: createSignInThrottle(pool, clock, failTest),
    passSeconds: async (seconds) => {
      await pool.query("UPDATE sign_in_throttle SET expire = expire - $1", [seconds * 1000]);
    },
  };
});

test("all processes share the counters", async () => {
  const { pool } = await openEmptyDatabase();
  const throttles = Array.from({ length: 5 }, () => createSignInThrottle(pool, clock, failTest));
  for (const throttle of throttles) expect(await throttle.countTry(ADA)).toBeNull();
  expect(await createSignInThrottle(pool, clock, failTest).countTry(ADA)).toBeGreaterThan(0);
});

test("text typed in place of an email is not stored in plain text", async () => {
  const { pool } = await openEmptyDatabase();
  await createSignInThrottle(pool, clock, failTest).countTry({ ...ADA, email: "x".repeat(254) });
  const { rows } = await pool.query<{ key: string }>("SELECT key FROM sign_in_throttle");
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toMatch(/xxx|4 1/);
});

test("a blocked address writes no more rows, no matter which emails it tries", async () => {
  const { pool } = await openEmptyDatabase();
  const throttle = createSignInThrottle(pool, clock, failTest);
  const tryAs = (n: number) => throttle.countTry({ ...ADA, email: `${n}@example.com` });
  for (let n = 0; n < 21; n += 1) await tryAs(n);
  const rowCount = async () => (await pool.query("SELECT FROM sign_in_throttle")).rowCount;
  const before = await rowCount();
  for (let n = 21; n < 40; n += 1) expect(await tryAs(n)).toBeGreaterThan(0);
  expect(await rowCount()).toBe(before);
});

test("an unreachable database is reported as an outage, not as a rejected sign-in", async () => {
  const database = createDatabase("postgresql://127.0.0.1:1/none", {
    onIdleError: () => undefined,
  });
  const throttle = createSignInThrottle(database.pool, clock, failTest);
  const outage = { code: "database-unavailable" };
  await expect(throttle.countTry(ADA)).rejects.toMatchObject(outage);
  await expect(throttle.forgive(ADA)).rejects.toMatchObject(outage);
  await database.close();
});

test("attempts remove expired rows, but at most once every five minutes", async () => {
  const { pool } = await openEmptyDatabase();
  const ownClock = createFixedClock();
  const throttle = createSignInThrottle(pool, ownClock, failTest);
  await throttle.countTry(ADA);
  await pool.query("UPDATE sign_in_throttle SET expire = expire - 3600000");
  const rowCount = async () => (await pool.query("SELECT FROM sign_in_throttle")).rowCount;
  await throttle.countTry({ ...ADA, email: "eve@example.com", address: "4 2" });
  expect(await rowCount()).toBe(6);
  ownClock.advanceSeconds(300);
  await throttle.countTry({ ...ADA, email: "eve@example.com", address: "4 2" });
  expect(await rowCount()).toBe(3);
});

test("attempts counted by an older version block their address until those counters expire", async () => {
  const { pool } = await openEmptyDatabase();
  const hash = createHash("sha256").update(ADA.address).digest("base64url");
  const expire = Date.now() + 900_000;
  await pool.query("INSERT INTO sign_in_throttle VALUES ($1, 21, $2)", [`address:${hash}`, expire]);
  expect(await createSignInThrottle(pool, clock, failTest).countTry(ADA)).toBeGreaterThan(800);
});

test("attempts with made-up accounts from unknown addresses write one row each, and all rows are eventually removed", async () => {
  const { pool } = await openEmptyDatabase();
  const ownClock = createFixedClock();
  const throttle = createSignInThrottle(pool, ownClock, failTest);
  for (let n = 0; n < 40; n += 1) {
    await throttle.countTry({ email: `${n}@example.com`, address: null, knownAs: null });
  }
  const rowCount = async () => (await pool.query("SELECT FROM sign_in_throttle")).rowCount;
  expect(await rowCount()).toBe(40);
  await pool.query(
    "INSERT INTO sign_in_throttle SELECT 'account:' || n, 1, 0 FROM generate_series(1, 1500) n",
  );
  await pool.query("UPDATE sign_in_throttle SET expire = 0");
  ownClock.advanceSeconds(300);
  await throttle.countTry(ADA);
  expect(await rowCount()).toBe(540 + 3);
  await throttle.countTry(ADA);
  expect(await rowCount()).toBe(3);
});

test("a flood of made-up accounts writes no more rows than the number of attempts that may run or wait at a time", async () => {
  const { pool } = await openEmptyDatabase();
  const inTurn = limitAtOnce(2, 10, () => new DomainError("rate-limited", "busy"));
  const ports = makeAccountPorts();
  const flooded = {
    ...ports,
    passwordHasher: {
      ...ports.passwordHasher,
      inTurn: <T>(_who: unknown, work: () => Promise<T>) => inTurn(work),
    },
    signInThrottle: createSignInThrottle(pool, clock, failTest),
  };
  const attempts = Array.from({ length: 300 }, (_, n) =>
    signIn(flooded, {
      email: `${n}@example.com`,
      password: "x",
      address: null,
      knownAs: null,
    }),
  );
  await Promise.allSettled(attempts);
  const { rowCount } = await pool.query("SELECT FROM sign_in_throttle");
  expect(rowCount).toBe(12);
});

test("a failed clean-up is reported, and the sign-in succeeds anyway", async () => {
  const { pool } = await openEmptyDatabase();
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE 'no'; END $$ LANGUAGE plpgsql;
    CREATE TRIGGER refuse BEFORE DELETE ON sign_in_throttle EXECUTE FUNCTION refuse()`);
  const errors: unknown[] = [];
  const throttle = createSignInThrottle(pool, clock, (error) => errors.push(error));
  expect(await throttle.countTry(ADA)).toBeNull();
  expect(errors).toMatchObject([{ message: "no" }]);
});
