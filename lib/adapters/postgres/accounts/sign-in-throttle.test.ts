import { expect, test } from "vitest";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { describeSignInThrottleContract } from "@/lib/accounts/testing/sign-in-throttle.contract";
import { createDatabase } from "../core/database";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createSignInThrottle } from "./sign-in-throttle";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const ADA = { email: "ada@example.com", address: "4 1" };

describeSignInThrottleContract("tries to sign in, counted in PostgreSQL", async () => {
  const { pool } = await openEmptyDatabase();
  return {
    throttle: createSignInThrottle(pool),
    passSeconds: async (seconds) => {
      await pool.query("UPDATE sign_in_throttle SET expire = expire - $1", [seconds * 1000]);
    },
  };
});

test("all processes count together", async () => {
  const { pool } = await openEmptyDatabase();
  const throttles = Array.from({ length: 5 }, () => createSignInThrottle(pool));
  for (const throttle of throttles) expect(await throttle.countTry(ADA)).toBeNull();
  expect(await createSignInThrottle(pool).countTry(ADA)).toBeGreaterThan(0);
});

test("what was typed in place of an email is not kept in plain text", async () => {
  const { pool } = await openEmptyDatabase();
  await createSignInThrottle(pool).countTry({ ...ADA, email: "x".repeat(254) });
  const { rows } = await pool.query<{ key: string }>("SELECT key FROM sign_in_throttle");
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toMatch(/xxx|4 1/);
});

test("an address that is refused writes nothing more, whatever names it tries", async () => {
  const { pool } = await openEmptyDatabase();
  const throttle = createSignInThrottle(pool);
  const tryAs = (n: number) => throttle.countTry({ ...ADA, email: `${n}@example.com` });
  for (let n = 0; n < 21; n += 1) await tryAs(n);
  const rowCount = async () => (await pool.query("SELECT FROM sign_in_throttle")).rowCount;
  const before = await rowCount();
  for (let n = 21; n < 40; n += 1) expect(await tryAs(n)).toBeGreaterThan(0);
  expect(await rowCount()).toBe(before);
});

test("a database that is not there is an outage, not a refusal", async () => {
  const database = createDatabase("postgresql://127.0.0.1:1/none", {
    onIdleError: () => undefined,
  });
  const throttle = createSignInThrottle(database.pool);
  const outage = { code: "database-unavailable" };
  await expect(throttle.countTry(ADA)).rejects.toMatchObject(outage);
  await expect(throttle.forgive(ADA)).rejects.toMatchObject(outage);
  await database.close();
});
