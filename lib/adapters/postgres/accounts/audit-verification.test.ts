import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { arrangeChain, KEY, NEWER_KEY } from "./audit-chain.fixture";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

async function arrange(count = 0) {
  const { pool } = await openEmptyDatabase();
  const chained = arrangeChain(pool);
  if (count > 0) {
    await chained.write(count);
    await chained.chain();
  }
  return { pool, ...chained };
}

const SWAP = `
  UPDATE audit_entry SET sequence = -1 WHERE sequence = 4; UPDATE audit_entry SET sequence = 4 WHERE sequence = 7;
  UPDATE audit_entry SET sequence = 7 WHERE sequence = -1`;

describe("verification", () => {
  test.each([
    "at = at - interval '1 s'",
    "actor = 'administrator:8'",
    "address = NULL",
    "address = '192.0.2.8'",
    "request_id = NULL",
    "action = 'asset-archived'",
    "subject = ''",
    "before = NULL",
    `after = '{"name": "Haus", "price": 1.5}'`,
    "mac = sha256('guess')",
  ])("reports the entry whose columns were changed: %s", async (change) => {
    const { meddle, verify, rows } = await arrange(9);
    await meddle(`UPDATE audit_entry SET ${change} WHERE sequence = 5`);
    const { id } = (await rows())[4] ?? { id: "" };
    const faults = [{ kind: "changed", sequence: 5n, id }];
    expect(await verify()).toMatchObject({ entries: 9, faults, faultCount: 1 });
  });

  test.each([
    ["the first", 1, 1, 1],
    ["one", 5, 5, 1],
    ["several", 3, 6, 4],
  ])("reports missing entries: %s", async (_name, from, to, count) => {
    const { meddle, verify } = await arrange(9);
    await meddle(`DELETE FROM audit_entry WHERE sequence BETWEEN ${from} AND ${to}`);
    expect(await verify()).toMatchObject({
      entries: 9 - count,
      faults: [{ kind: "missing", from: BigInt(from), to: BigInt(to) }],
    });
  });

  test("reports a removed entry even if the following entries were renumbered", async () => {
    const { meddle, verify } = await arrange(9);
    await meddle(
      "DELETE FROM audit_entry WHERE sequence = 5; UPDATE audit_entry SET sequence = -sequence WHERE sequence > 5; UPDATE audit_entry SET sequence = -sequence - 1 WHERE sequence < 0",
    );
    const { faults } = await verify();
    expect(faults.length).toBeGreaterThan(0);
    expect(faults[0]).toMatchObject({ sequence: 5n });
  });

  test("reports both of two swapped entries and where they belong", async () => {
    const { meddle, verify } = await arrange(9);
    await meddle(SWAP);
    expect((await verify()).faults).toMatchObject([
      { kind: "moved", sequence: 4n, belongsAt: 7n },
      { kind: "moved", sequence: 7n, belongsAt: 4n },
    ]);
  });

  test("reports swapped neighbours", async () => {
    const { meddle, verify } = await arrange(9);
    await meddle(SWAP.replaceAll("7", "5"));
    expect((await verify()).faults).toMatchObject([
      { kind: "moved", sequence: 4n, belongsAt: 5n },
      { kind: "moved", sequence: 5n, belongsAt: 4n },
    ]);
  });

  test("reports an inserted entry", async () => {
    const { meddle, verify } = await arrange(3);
    await meddle(
      "INSERT INTO audit_entry (at, actor, action, subject, sequence, mac, key_id) SELECT at, actor, action, subject, 4, mac, key_id FROM audit_entry WHERE sequence = 3",
    );
    expect((await verify()).faults).toMatchObject([{ kind: "changed", sequence: 4n }]);
  });
});

describe("verification of the end of the chain", () => {
  test("detects that the end was cut off by the sealed head, and without one only by a given head", async () => {
    const { meddle, verify, head, sealedHeads } = await arrange(9);
    const before = await head();
    expect((await verify({ head: before })).faultCount).toBe(0);
    await meddle("DELETE FROM audit_entry WHERE sequence > 6");
    const fault = { kind: "cut-off", sequence: 9n };
    expect((await verify()).faults).toEqual([{ ...fault, isSealed: true }]);
    sealedHeads.put(null);
    expect(await verify()).toMatchObject({ faultCount: 0, sealedHead: null });
    expect((await verify({ head: before })).faults).toEqual([{ ...fault, isSealed: false }]);
  });

  test("detects that the end was cut off and rewritten", async () => {
    const { meddle, verify, head, write, chain, sealedHeads } = await arrange(9);
    const before = await head();
    await meddle("DELETE FROM audit_entry WHERE sequence > 6");
    sealedHeads.put(null);
    await write(5);
    await chain();
    const faults = [{ kind: "other-head", sequence: 9n, isSealed: false }];
    expect((await verify({ head: before })).faults).toEqual(faults);
  });

  test("returns the first 100 faults and their total number", async () => {
    const { meddle, verify } = await arrange(1_500);
    await meddle("UPDATE audit_entry SET actor = 'nobody'");
    const { faults, faultCount } = await verify();
    expect([faults.length, faultCount]).toEqual([100, 1_500]);
  });

  test("counts the entries that are not chained yet", async () => {
    const { write, verify } = await arrange(2);
    await write(3);
    expect(await verify()).toMatchObject({ entries: 2, unchained: 3, faultCount: 0 });
  });
});

describe("after a change of the encryption key", () => {
  test("verifies the entries before and after the change if the previous key is given", async () => {
    const { write, chain, verify } = await arrange(3);
    await write(2);
    await chain(NEWER_KEY);
    const previousKeys = [KEY];
    expect(await verify({ previousKeys }, NEWER_KEY)).toMatchObject({ entries: 5, faultCount: 0 });
  });

  test("reports the entries that could not be checked if the previous key is not given", async () => {
    const { write, chain, verify } = await arrange(3);
    await write(2);
    await chain(NEWER_KEY);
    expect((await verify({}, NEWER_KEY)).faults).toMatchObject([
      { kind: "sealed-head-unknown-key" },
      { kind: "unknown-key", from: 1n, to: 3n },
    ]);
  });

  test("reports entries that were chained with the previous key after the change", async () => {
    const { write, chain, verify } = await arrange(3);
    await write(1);
    await chain(NEWER_KEY);
    await write(1);
    await chain(KEY);
    expect((await verify({ previousKeys: [KEY] }, NEWER_KEY)).faults).toMatchObject([
      { kind: "older-key", sequence: 5n },
    ]);
  });
});
