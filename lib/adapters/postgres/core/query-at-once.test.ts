import { Socket } from "node:net";
import { expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "./prepare-database.fixture";
import { queryAtOnce } from "./query-at-once";
import { onConnection } from "./transaction";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const INSERT = (identifier: string) => ({
  name: "insert-asset",
  text: `INSERT INTO asset (id, identifier, name, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, 'A', now(), now())`,
  values: [identifier],
});
const COUNT = "SELECT count(*)::int AS count FROM asset";

async function arrange() {
  const { pool } = await openEmptyDatabase();
  const atOnce = (statements: Parameters<typeof queryAtOnce>[1]) =>
    onConnection(pool, (client) => queryAtOnce(client, statements));
  const count = async () => (await pool.query<{ count: number }>(COUNT)).rows[0]?.count;
  return { atOnce, count };
}

test("each statement sees what the previous ones wrote, and all results are returned in order", async () => {
  const { atOnce, count } = await arrange();
  const answers = await atOnce(["BEGIN", INSERT("a"), COUNT, INSERT("b"), COUNT, "COMMIT"]);
  expect(answers.map(({ command }) => command)).toEqual([
    "BEGIN",
    "INSERT",
    "SELECT",
    "INSERT",
    "SELECT",
    "COMMIT",
  ]);
  expect([answers[2], answers[4]].map((answer) => answer?.rows)).toEqual([
    [{ count: 1 }],
    [{ count: 2 }],
  ]);
  expect(await count()).toBe(2);
});

test("if a statement in a transaction fails, nothing is stored, the first error is thrown and the pool stays usable", async () => {
  const { atOnce, count } = await arrange();
  const failing = atOnce(["BEGIN", INSERT("a"), INSERT("a"), INSERT("b"), "COMMIT"]);
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  expect(await count()).toBe(0);
  await atOnce(["BEGIN", INSERT("a"), "COMMIT"]);
  expect(await count()).toBe(1);
});

test("all statements are sent in one write before the first result arrives", async () => {
  const { pool } = await openEmptyDatabase();
  const writes = await onConnection(pool, async (client) => {
    const stream: unknown = Reflect.get(Object(Reflect.get(client, "connection")), "stream");
    if (!(stream instanceof Socket)) throw new Error("pg keeps its socket elsewhere");
    const write = stream._writev?.bind(stream);
    if (!write) throw new Error("sockets write several chunks in another way");
    let count = 0;
    stream._writev = (...chunks) => {
      count += 1;
      write(...chunks);
    };
    await queryAtOnce(client, ["BEGIN", COUNT, "COMMIT"]);
    stream._writev = write;
    return count;
  });
  expect(writes).toBe(1);
});
