import { randomUUID } from "node:crypto";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { beginOther, untilBlocked } from "../core/other-transaction.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createAssetOverviews } from "./asset-overviews";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

const INSERT = `
INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
SELECT uuid, $2, 'a.pdf', $3, now(), now(), now() FROM unnest($1::uuid[]) AS uuid`;

const insert = (pool: Pick<pg.Pool, "query">, uuids: string[], identifier = "A", status = 1) =>
  pool.query(INSERT, [uuids, identifier, status]);

const setStatus = (pool: Pick<pg.Pool, "query">, uuid: string, status: number) =>
  pool.query("UPDATE staged_document SET status = $2 WHERE uuid = $1", [uuid, status]);

async function countsAt(pool: pg.Pool, identifier: string): Promise<Record<number, number>> {
  const { counts } = await createAssetOverviews(pool).documentsAt(identifier);
  return Object.fromEntries(counts.map(({ status, count }) => [status, count]));
}

const uuids = (count: number) => Array.from({ length: count }, () => randomUUID());

describe("the number of documents of an asset by status (decision 0046)", () => {
  test("counts inserted documents, whether one statement or several inserted them", async () => {
    const { pool } = await openEmptyDatabase();
    await insert(pool, uuids(3));
    await insert(pool, uuids(1));
    await insert(pool, uuids(2), "B", 6);
    expect(await countsAt(pool, "A")).toEqual({ 1: 4 });
    expect(await countsAt(pool, "B")).toEqual({ 6: 2 });
    expect(await countsAt(pool, "C")).toEqual({});
  });

  test("counts a document only at its current asset and status, and omits statuses without documents", async () => {
    const { pool } = await openEmptyDatabase();
    const [uuid = ""] = uuids(1);
    await insert(pool, [uuid]);
    await setStatus(pool, uuid, 6);
    expect(await countsAt(pool, "A")).toEqual({ 6: 1 });
    await pool.query("UPDATE staged_document SET asset_identifier = 'B' WHERE uuid = $1", [uuid]);
    expect(await countsAt(pool, "A")).toEqual({});
    expect(await countsAt(pool, "B")).toEqual({ 6: 1 });
    await pool.query("DELETE FROM staged_document WHERE uuid = $1", [uuid]);
    expect(await countsAt(pool, "B")).toEqual({});
  });

  test("is correct after one statement has moved thousands of documents", async () => {
    const { pool } = await openEmptyDatabase();
    await insert(pool, uuids(5_000));
    await pool.query("UPDATE staged_document SET status = 6");
    expect(await countsAt(pool, "A")).toEqual({ 6: 5_000 });
    const { rows } = await pool.query("SELECT FROM asset_document_count");
    expect(rows).toHaveLength(2);
  });

  test("becomes zero when the table is truncated", async () => {
    const { pool } = await openEmptyDatabase();
    await insert(pool, uuids(2));
    await pool.query("TRUNCATE staged_document CASCADE");
    expect(await countsAt(pool, "A")).toEqual({});
  });

  test("never includes rolled-back inserts", async () => {
    const { pool } = await openEmptyDatabase();
    await insert(pool, uuids(1));
    const client = await pool.connect();
    await client.query("BEGIN");
    await insert(client, uuids(5));
    await client.query("ROLLBACK");
    client.release();
    expect(await countsAt(pool, "A")).toEqual({ 1: 1 });
  });
});

describe("counting with concurrent writers (decision 0046)", () => {
  test("does not wait for another transaction that writes documents of the same asset", async () => {
    const { pool } = await openEmptyDatabase();
    const [first = "", second = ""] = uuids(2);
    await insert(pool, [first, second]);
    const other = await beginOther(pool);
    await other.run({ text: "UPDATE staged_document SET status = 6 WHERE uuid = $1" }, [first]);
    const mine = setStatus(pool, second, 6).then(() => "written");
    const blocked = untilBlocked(pool).then(
      () => "waits",
      () => "written",
    );
    expect(await Promise.race([mine, blocked])).toBe("written");
    expect(await countsAt(pool, "A")).toEqual({ 1: 1, 6: 1 });
    await other.commit();
    expect(await countsAt(pool, "A")).toEqual({ 6: 2 });
  });

  test("loses no document and leaves only a few rows with counts", async () => {
    const { pool } = await openEmptyDatabase();
    const all = uuids(200);
    await Promise.all(all.map((uuid) => insert(pool, [uuid])));
    await Promise.all(all.map((uuid) => setStatus(pool, uuid, 6)));
    expect(await countsAt(pool, "A")).toEqual({ 6: 200 });
    const { rows } = await pool.query("SELECT FROM asset_document_count");
    // Each of the two statuses has at most one row for each of the ten connections, and one more.
    expect(rows.length).toBeLessThanOrEqual(2 * 11);
  });

  test("recounting repairs wrong counts and does not touch correct ones", async () => {
    const { pool } = await openEmptyDatabase();
    await insert(pool, uuids(3));
    await insert(pool, uuids(2), "B", 6);
    const recount = async () =>
      (await pool.query<{ mended: string }>("SELECT recount_asset_documents() AS mended")).rows[0]
        ?.mended;
    expect(await recount()).toBe("0");
    await pool.query(
      "UPDATE asset_document_count SET count = count + 7 WHERE asset_identifier = 'A'",
    );
    await pool.query("DELETE FROM asset_document_count WHERE asset_identifier = 'B'");
    expect(await recount()).toBe("2");
    expect(await countsAt(pool, "A")).toEqual({ 1: 3 });
    expect(await countsAt(pool, "B")).toEqual({ 6: 2 });
  });
});
