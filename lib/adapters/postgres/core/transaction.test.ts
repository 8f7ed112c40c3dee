import { expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "./prepare-database.fixture";
import { inTransaction } from "./transaction";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const INSERT =
  "INSERT INTO asset (id, identifier, name, created_at, updated_at) VALUES ($1::uuid, $1::uuid::text, 'A', now(), now())";

async function arrange() {
  const { pool, prisma } = await openEmptyDatabase();
  const insert = () => [crypto.randomUUID()];
  return { pool, insert, count: () => prisma.asset.count() };
}

test("the work's changes are committed together, and its result is returned", async () => {
  const { pool, insert, count } = await arrange();
  const answer = await inTransaction(pool, async (client) => {
    await client.query(INSERT, insert());
    await client.query(INSERT, insert());
    return "done";
  });
  expect(answer).toBe("done");
  expect(await count()).toBe(2);
});

test("nothing is stored if the work throws, and the pool stays usable", async () => {
  const { pool, insert, count } = await arrange();
  const failing = inTransaction(pool, async (client) => {
    await client.query(INSERT, insert());
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  expect(await count()).toBe(0);
});

test("a connection that is cut is reported as unavailable, and the process keeps running", async () => {
  const { pool, insert, count } = await arrange();
  const failing = inTransaction(pool, async (client) => {
    await client.query(INSERT, insert());
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    await pool.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
    await ended;
    await client.query(INSERT, insert());
  });
  await expect(failing).rejects.toMatchObject({ code: "database-unavailable" });
  expect(await count()).toBe(0);
});
