import { Socket } from "node:net";
import type pg from "pg";
import { expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "./prepare-database.fixture";
import { warmConnections } from "./warm-connections";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const STATEMENT = { name: "statement", text: "SELECT $1::int", values: [1] };

/** Destroys the socket in the middle of a statement, as happens when a server dies. */
function cut(client: pg.PoolClient): void {
  const stream: unknown = Reflect.get(Reflect.get(client, "connection"), "stream");
  if (!(stream instanceof Socket)) throw new Error("a client has a socket");
  stream.once("data", () => stream.destroy(new Error("cut by the test")));
}

test("a connection that dies is closed, the others stay open, and the process keeps running", async () => {
  const { pool } = await openEmptyDatabase();
  pool.once("acquire", cut);
  const warming = warmConnections(pool, 3, [STATEMENT]);
  await expect(warming).rejects.toMatchObject({ code: "database-unavailable" });
  await expect
    .poll(() => ({ total: pool.totalCount, idle: pool.idleCount }))
    .toEqual({ total: 2, idle: 2 });
});

test("after warming, all connections are open and have planned the statements", async () => {
  const { pool } = await openEmptyDatabase();
  await warmConnections(pool, 3, [STATEMENT]);
  expect({ total: pool.totalCount, idle: pool.idleCount }).toEqual({ total: 3, idle: 3 });
});
