import type pg from "pg";
import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { LivePosition, UnseenIds } from "@/lib/live/ports";
import { describeLiveChangesContract } from "@/lib/live/testing/live-changes.contract";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { createAssetRepository } from "../assets/asset-repository";
import { beginOther } from "../core/other-transaction.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { deliveriesInPostgres } from "../notifications/deliveries-in-postgres.fixture";
import { createLiveChanges, withoutSeen, withoutSettled } from "./live-changes";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

describeLiveChangesContract("live changes in PostgreSQL", async () => {
  const database = await openEmptyDatabase();
  return {
    ...deliveriesInPostgres(database.pool),
    assets: createAssetRepository(database),
    liveChanges: createLiveChanges(database.pool),
  };
});

const WRITE = {
  text: `
WITH document AS (
  INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
  VALUES (gen_random_uuid(), $1, 'a.pdf', 1, now(), now(), now()) RETURNING uuid
)
INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, listed, notify)
SELECT uuid, NULL, 1, 'test', 'created', now(), true, false FROM document`,
};

/** Creates a reader. Each of its checks returns what has been committed since the previous check. */
function createLooker(pool: pg.Pool) {
  const liveChanges = createLiveChanges(pool);
  let position: LivePosition | null = null;
  const look = async () => {
    const looked = await liveChanges.look(position);
    position = looked.position;
    return looked.news.assetIdentifiers;
  };
  return { look, position: () => position };
}

test("an edit is reported even if it is older than an import of hundreds of assets", async () => {
  const database = await openEmptyDatabase();
  const assets = createAssetRepository(database);
  const at = new Date("2026-03-01T12:00:00.000Z");
  const texts = { name: "Hof", description: "", folder: null };
  const make = () => ({ id: crypto.randomUUID(), ...texts, createdAt: at });
  const created = Array.from({ length: 600 }, (_, n) => ({ ...make(), identifier: `N-${n}` }));
  const other = { ...make(), identifier: "OTHER", createdAt: new Date(0) };
  await assets.create(other, anAuditNote());
  await assets.import({ created, edited: [], at }, anAuditNote());
  const live = createLiveChanges(database.pool);
  const { position } = await live.look(null);
  expect((await live.look(position)).news.areAssetsChanged).toBe(false);
  const clockBehind = new Date(at.getTime() - 1_000);
  await assets.update(other.id, { name: "Haus", at: clockBehind }, anAuditNote());
  expect((await live.look(position)).news.areAssetsChanged).toBe(true);
});

describe("changes that are committed out of id order", () => {
  test("are reported when they are committed, even if a higher id has already been reported", async () => {
    const { pool } = await openEmptyDatabase();
    const { look } = createLooker(pool);
    await look();
    const [early, later] = [await beginOther(pool), await beginOther(pool)];
    await early.run(WRITE, ["EARLY ID"]);
    await later.run(WRITE, ["LATER ID"]);
    await later.commit();
    expect(await look()).toEqual(["LATER ID"]);
    expect(await look()).toEqual([]);
    await early.commit();
    expect(await look()).toEqual(["EARLY ID"]);
    expect(await look()).toEqual([]);
  });

  test("are also reported if their transactions were open during the first check", async () => {
    const { pool } = await openEmptyDatabase();
    const { look } = createLooker(pool);
    const early = await beginOther(pool);
    await pool.query({ ...WRITE, values: ["BEFORE"] });
    await early.run(WRITE, ["EARLY ID"]);
    await pool.query({ ...WRITE, values: ["BEFORE"] });
    expect(await look()).toEqual([]);
    await early.commit();
    expect(await look()).toEqual(["EARLY ID"]);
  });

  test("are each reported once if five such changes commit in any order", async () => {
    const { pool } = await openEmptyDatabase();
    const { look } = createLooker(pool);
    await look();
    const names = ["1", "2", "3", "4", "5"];
    const writers = new Map<string, Awaited<ReturnType<typeof beginOther>>>();
    for (const name of names) {
      const writer = await beginOther(pool);
      await writer.run(WRITE, [name]);
      writers.set(name, writer);
    }
    for (const name of ["3", "5", "1", "2", "4"]) {
      await writers.get(name)?.commit();
      expect(await look()).toEqual([name]);
    }
  });

  test("leave no gaps to check once all of them have been committed", async () => {
    const { pool } = await openEmptyDatabase();
    const { look, position } = createLooker(pool);
    await pool.query({ ...WRITE, values: ["BEFORE"] });
    await look();
    const early = await beginOther(pool);
    await early.run(WRITE, ["EARLY ID"]);
    await pool.query({ ...WRITE, values: ["LATER ID"] });
    await look();
    expect(position()?.unseenChanges).toHaveLength(2);
    await early.commit();
    await look();
    expect(position()?.unseenChanges).toHaveLength(1);
  });
});

const BEFORE = new Date("2026-03-01T12:00:00.000Z");
const NOW = new Date("2026-03-01T12:00:01.000Z");
const range = (first: number, last: number | null, since = BEFORE): UnseenIds => ({
  first: BigInt(first),
  last: last === null ? null : BigInt(last),
  since,
});

describe("removing seen ids", () => {
  const cases: readonly (readonly [string, UnseenIds[], number[], UnseenIds[]])[] = [
    ["none", [range(5, null)], [], [range(5, null, NOW)]],
    ["the next ones", [range(5, null)], [5, 6], [range(7, null, NOW)]],
    [
      "with gaps",
      [range(5, null)],
      [6, 9],
      [range(5, 5, NOW), range(7, 8, NOW), range(10, null, NOW)],
    ],
    ["the only id of a gap", [range(2, 2), range(5, null)], [2], [range(5, null, NOW)]],
    ["inside a gap", [range(2, 6)], [4], [range(2, 3), range(5, 6)]],
    [
      "outside every range",
      [range(3, 4), range(8, null)],
      [1, 6, 8],
      [range(3, 4), range(9, null, NOW)],
    ],
    [
      "in several gaps",
      [range(2, 4), range(6, 7), range(9, null)],
      [3, 6, 7, 9],
      [range(2, 2), range(4, 4), range(10, null, NOW)],
    ],
    ["at the ends of a gap", [range(2, 6)], [2, 6], [range(3, 5)]],
  ];

  test.each(cases)("removes seen ids and keeps all others: %s", (_, unseen, seen, left) => {
    expect(withoutSeen(unseen, seen.map(BigInt), NOW)).toEqual(left);
  });
});

test("a gap is checked for 20 s, and ids that are not used yet are checked without a time limit", () => {
  const unseen = [range(2, 3), range(5, null)];
  const after = (milliseconds: number) =>
    withoutSettled(unseen, new Date(BEFORE.getTime() + milliseconds));
  expect(after(19_999)).toEqual(unseen);
  expect(after(20_000)).toEqual([range(5, null)]);
});
