import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sql, { raw } from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "./prepare-database.fixture";
import { createQuery, statement } from "./query";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

const add = statement<{ a: number; b: number }>(
  "add",
  ({ a, b }) => sql`SELECT ${a}::int + ${b}::int + ${a} AS sum`,
);

describe("a statement", () => {
  test("has the same name and text with all values, and sends a value once that is used twice", () => {
    expect(add({ a: 1, b: 2 })).toEqual({
      name: "add",
      text: "SELECT $1::int + $2::int + $1 AS sum",
      values: [1, 2],
    });
    const { text } = add({ a: 0, b: 0 });
    expect(add({ a: 7, b: 8 })).toEqual({ name: "add", text, values: [7, 8] });
  });

  test("returns its row, whichever connection has planned it", async () => {
    const query = createQuery((await openEmptyDatabase()).pool);
    const sums = [1, 2, 3].map(async (a) => (await query(add({ a, b: 10 }))).rows[0]);
    expect(await Promise.all(sums)).toEqual([{ sum: 12 }, { sum: 14 }, { sum: 16 }]);
  });

  test("numbers the values of its parts in the order in which they stand", () => {
    const find = statement<{ table: string; id: string; limit: number }>(null, ({ id, limit }) => {
      const condition = sql`id = ${id}`;
      return sql`SELECT ${raw("name")} FROM asset WHERE ${condition} LIMIT ${limit}`;
    });
    const values = { table: "unused", id: "7", limit: 1 };
    expect(find(values)).toMatchObject({
      text: "SELECT name FROM asset WHERE id = $1 LIMIT $2",
      values: ["7", 1],
    });
  });

  test("writes the program's numbers and strings as literals, so that partial indexes are used", () => {
    const literal = statement(null, () => sql`SELECT ${8} AS status, ${"it's"} AS text`);
    expect(literal()).toMatchObject({ text: "SELECT 8 AS status, 'it''s' AS text", values: [] });
  });

  test("cannot hold anything else", () => {
    expect(() => statement(null, () => sql`SELECT ${new Date(0)}`)).toThrow("neither a value");
  });
});

describe("the adapter", () => {
  const room = join(import.meta.dirname, "..");
  const sources = readdirSync(room, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .filter((file) => !/^core\/(generated\/|query\.ts)|\.(test|fixture)\.ts$/.test(file))
    .map((file) => ({ file, source: readFileSync(join(room, file), "utf8") }));
  const filesWith = (pattern: RegExp) =>
    sources.filter(({ source }) => pattern.test(source)).map(({ file }) => file);

  test("numbers no parameter and names no statement by hand", () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(filesWith(/\$\d|\bname: ["`]\w/)).toEqual([]);
  });

  test("uses Prisma only for accounts, assets and the configuration of processing, never on the hot paths", () => {
    expect(filesWith(/\bprisma\b/).sort()).toEqual([
      "accounts/api-key-repository.ts",
      "accounts/external-identities.ts",
      "accounts/user-repository.ts",
      "assets/asset-repository.ts",
      "core/database.ts",
      "processing/processing-policy.ts",
      "processing/vocabulary.ts",
    ]);
  });
});
