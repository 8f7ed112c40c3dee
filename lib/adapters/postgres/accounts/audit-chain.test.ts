import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { arrangeChain, INSERT } from "./audit-chain.fixture";

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

describe("the chain", () => {
  test("numbers every committed entry from 1 without gaps, in id order", async () => {
    const { write, chain, rows, verify } = await arrange();
    await write(3);
    expect(await chain()).toBe(3);
    expect((await rows()).map(({ sequence, subject }) => [sequence, subject])).toEqual([
      ["1", "asset:1"],
      ["2", "asset:2"],
      ["3", "asset:3"],
    ]);
    expect(await verify()).toMatchObject({ entries: 3, unchained: 0, faultCount: 0 });
  });

  test("spans several transactions and continues where it stopped", async () => {
    const { write, chain, verify, head } = await arrange();
    await write(1_203);
    expect(await chain()).toBe(1_203);
    await write(1);
    expect(await chain()).toBe(1);
    expect((await head())?.sequence).toBe(1_204n);
    expect(await verify()).toMatchObject({ entries: 1_204, faultCount: 0 });
  });

  test("gives a later position to an entry that is committed late, although its id is lower", async () => {
    const { pool, write, chain, rows, verify } = await arrange();
    const client = await pool.connect();
    await client.query("BEGIN");
    await client.query(INSERT.replaceAll("'asset:'", "'late:'"), [1]);
    await write(2);
    expect(await chain()).toBe(2);
    await client.query("COMMIT");
    client.release();
    expect(await chain()).toBe(1);
    expect((await rows()).map(({ subject }) => subject)).toEqual(["asset:1", "asset:2", "late:1"]);
    const [first, , late] = await rows();
    expect(Number(late?.id)).toBeLessThan(Number(first?.id));
    expect((await verify()).faultCount).toBe(0);
  });

  test("is a single chain even if several processes extend it while others write", async () => {
    const { write, chain, rows, verify } = await arrange();
    const writers = Array.from({ length: 20 }, () => write(5));
    const chainers = Array.from({ length: 8 }, () => chain());
    await Promise.all([...writers, ...chainers]);
    await chain();
    const sequences = (await rows()).map(({ sequence }) => Number(sequence));
    expect(sequences).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(await verify()).toMatchObject({ entries: 100, faultCount: 0 });
  });

  test("omits rolled-back entries", async () => {
    const { pool, write, chain, verify } = await arrange();
    const client = await pool.connect();
    await client.query("BEGIN");
    await client.query(INSERT, [3]);
    await client.query("ROLLBACK");
    client.release();
    await write(1);
    expect(await chain()).toBe(1);
    expect(await verify()).toMatchObject({ entries: 1, faultCount: 0 });
  });

  test("has no head if there are no entries, and chaining then does nothing", async () => {
    const { chain, head, verify } = await arrange();
    expect(await chain()).toBe(0);
    expect(await head()).toBeNull();
    expect(await verify()).toMatchObject({ entries: 0, head: null, faultCount: 0 });
  });
});

describe("the trigger that protects entries", () => {
  test.each([
    "UPDATE audit_entry SET subject = 'other'",
    "UPDATE audit_entry SET sequence = NULL, mac = NULL, key_id = NULL",
    "UPDATE audit_entry SET mac = '\\x00'",
    "DELETE FROM audit_entry",
    "TRUNCATE audit_entry, audit_row",
  ])("rejects %s", async (text) => {
    const { pool, verify } = await arrange(2);
    await expect(pool.query(text)).rejects.toThrow("can neither be changed nor deleted");
    expect(await verify()).toMatchObject({ entries: 2, faultCount: 0 });
  });

  test.each(["UPDATE audit_entry SET after = NULL", "DELETE FROM audit_entry"])(
    "rejects changes even before the entry is chained: %s",
    async (text) => {
      const { pool, write, chain } = await arrange();
      await write(1);
      await expect(pool.query(text)).rejects.toThrow("can neither be changed nor deleted");
      expect(await chain()).toBe(1);
    },
  );
});
