import { describe, expect, test } from "vitest";
import { headText, parseSealedHead } from "@/lib/accounts/rules/audit";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { arrangeChain, KEY, NEWER_KEY } from "./audit-chain.fixture";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

/** Sets up a chain of this length. */
async function arrange(count = 60) {
  const { pool } = await openEmptyDatabase();
  const chained = arrangeChain(pool);
  const { sealedHeads, write, chain, rows } = chained;
  await write(count);
  await chain();
  return {
    ...chained,
    pool,
    sealed: () => parseSealedHead(sealedHeads.content() ?? "")?.head ?? null,
    chainedCount: async () => (await rows()).filter(({ sequence }) => sequence !== null).length,
  };
}

/** What the owner of the table, who does not have the key, can do to make the application sign a forged history. */
const UNCHAIN = "UPDATE audit_entry SET sequence = NULL, mac = NULL, key_id = NULL WHERE sequence";
const FORGE = `${UNCHAIN} >= 50;
  UPDATE audit_entry SET actor = 'administrator:8' WHERE subject = 'asset:55';
  DELETE FROM audit_entry WHERE subject = 'asset:57'`;
/** What can happen to the object while a process runs that remembers a later head. */
const CHANGES_OF_OBJECT: readonly (readonly [string, (earlier: string) => string | null])[] = [
  ["an earlier object was put back", (earlier) => earlier],
  ["an object with an invented key was", (earlier) => earlier.replace(/ \S+ 2026/, " feed 2027")],
  ["the object was removed", () => null],
];
const STORE_IS_GONE = new Error("no connection");

describe("a history that was unchained and forged", () => {
  test("is not signed, and verification finds the fault", async () => {
    const { meddle, process, verify, sealed, chainedCount } = await arrange();
    await meddle(FORGE);
    const running = process();
    expect(await running.chain()).toBe(0);
    expect(await chainedCount()).toBe(49);
    expect(running.state()).toEqual({ kind: "stopped", sealed: sealed() });
    const faults = [{ kind: "cut-off", sequence: 60n, isSealed: true }];
    expect(await verify()).toMatchObject({ faults, unchained: 10 });
  });

  test("is not signed by a process that has chained before and knows only an older sealed head", async () => {
    const { process, write, chain, clock, meddle, chainedCount } = await arrange(40);
    const idle = process();
    await idle.chain({ isThorough: true });
    await write(20);
    clock.advanceSeconds(10);
    await chain();
    await meddle(FORGE);
    expect(await idle.chain()).toBe(0);
    expect(await chainedCount()).toBe(49);
  });

  test("is noticed after the store was unreachable while it was signed", async () => {
    const { process, write, clock, meddle, sealedHeads, verify } = await arrange(40);
    const running = process();
    sealedHeads.fail(STORE_IS_GONE);
    await meddle(`${UNCHAIN} >= 30; UPDATE audit_entry SET actor = 'x' WHERE sequence IS NULL`);
    await write(5);
    expect(await running.chain()).toBe(16);
    sealedHeads.fail(null);
    clock.advanceSeconds(10);
    await running.chain();
    expect(running.state().kind).toBe("stopped");
    const faults = [{ kind: "other-head", sequence: 40n, isSealed: true }];
    expect(await verify()).toMatchObject({ faults });
  });

  test("is not signed by a process that remembers the sealed head while the store is unreachable", async () => {
    const { process, clock, meddle, sealedHeads, chainedCount } = await arrange();
    const running = process();
    await running.chain({ isThorough: true });
    sealedHeads.fail(STORE_IS_GONE);
    clock.advanceSeconds(10);
    await meddle(FORGE);
    expect(await running.chain()).toBe(0);
    expect(await chainedCount()).toBe(49);
  });

  test.each(CHANGES_OF_OBJECT)(
    "is not signed by a running process even if %s",
    async (_how, change) => {
      const { process, write, clock, meddle, sealedHeads, chainedCount } = await arrange(40);
      const earlier = sealedHeads.content() ?? "";
      const running = process();
      clock.advanceSeconds(10);
      await write(20);
      await running.chain();
      await meddle(FORGE);
      sealedHeads.put(change(earlier));
      expect(await running.chain()).toBe(0);
      expect(running.state().kind).toBe("stopped");
      expect(await chainedCount()).toBe(49);
    },
  );

  test("is noticed even if nothing is left to chain", async () => {
    const { process, clock, meddle } = await arrange();
    const running = process();
    await running.chain({ isThorough: true });
    await meddle("DELETE FROM audit_entry WHERE sequence > 49");
    clock.advanceSeconds(10);
    await running.chain();
    expect(running.state().kind).toBe("stopped");
  });
});

describe("the sealed head", () => {
  test("is written by the first chaining after an upgrade", async () => {
    const { process, sealedHeads, sealed, head } = await arrange();
    sealedHeads.put(null);
    await process().chain();
    expect(sealed()).toMatchObject({ ...(await head()) });
  });

  test("is written at most every 10 s, whichever process chains, and when the chain rests", async () => {
    const { process, write, clock, sealed, sealedHeads } = await arrange(1);
    const [one, other] = [process(), process()];
    for (let second = 0; second < 9; second += 1) {
      await write(1);
      await (second % 2 ? one : other).chain();
      clock.advanceSeconds(1);
    }
    expect([sealed()?.sequence, sealedHeads.counts.writes]).toEqual([1n, 1]);
    clock.advanceSeconds(1);
    await one.chain();
    await other.chain();
    expect([sealed()?.sequence, sealedHeads.counts.writes]).toEqual([10n, 2]);
  });

  test("is written within 10 s even if the clock was set back by an hour", async () => {
    const { process, write, clock, sealed } = await arrange(1);
    const running = process();
    await running.chain({ isThorough: true });
    await write(1);
    clock.advanceSeconds(-3_600);
    await running.chain();
    expect(sealed()?.sequence).toBe(2n);
  });

  test("is written once and reported if its earlier versions cannot be removed", async () => {
    const { process, write, clock, sealedHeads } = await arrange(1);
    const running = process();
    sealedHeads.failRemoval(STORE_IS_GONE);
    for (let turn = 0; turn < 3; turn += 1) {
      if (turn === 0) await write(1);
      clock.advanceSeconds(10);
      await running.chain();
    }
    expect(running.state()).toEqual({ kind: "unsealed", cause: STORE_IS_GONE });
    expect(sealedHeads.counts.writes).toBe(2);
    sealedHeads.failRemoval(null);
    await write(1);
    clock.advanceSeconds(10);
    await running.chain();
    expect(running.state().kind).toBe("ok");
  });

  test("is neither read nor written while nothing happens", async () => {
    const { process, clock, sealedHeads } = await arrange();
    const running = process();
    await running.chain();
    const before = { ...sealedHeads.counts };
    for (let turn = 0; turn < 5; turn += 1) {
      clock.advanceSeconds(10);
      await running.chain();
    }
    expect(sealedHeads.counts).toEqual(before);
  });

  test("that disappeared is written again by the next thorough turn", async () => {
    const { process, sealedHeads, sealed } = await arrange();
    const running = process();
    await running.chain();
    sealedHeads.put(null);
    await running.chain({ isThorough: true });
    expect(sealed()?.sequence).toBe(60n);
  });

  test.each([
    ["was changed", (content: string) => content.replace(" 60:", " 49:")],
    ["was written by somebody else", () => "hello"],
  ])("that %s stops the chaining and is reported by verification", async (_how, change) => {
    const { process, write, sealedHeads, verify } = await arrange();
    sealedHeads.put(change(sealedHeads.content() ?? ""));
    await write(1);
    const running = process();
    expect(await running.chain()).toBe(0);
    expect(running.state()).toEqual({ kind: "stopped", sealed: null });
    expect((await verify()).faults).toEqual([{ kind: "sealed-head-damaged" }]);
  });

  test("of a previous key is verified with that key, and replaced by one of the current key", async () => {
    const { process, clock, verify, sealed } = await arrange();
    const keyId = sealed()?.keyId;
    const faults = [{ kind: "sealed-head-unknown-key", keyId }, { kind: "unknown-key" }];
    expect(await verify({}, NEWER_KEY)).toMatchObject({ faults });
    const found = await verify({ previousKeys: [KEY] }, NEWER_KEY);
    expect(found).toMatchObject({ faultCount: 0, sealedHead: { sequence: 60n, keyId } });
    clock.advanceSeconds(10);
    await process(NEWER_KEY).chain();
    expect(sealed()?.keyId).not.toBe(keyId);
    expect((await verify({ previousKeys: [KEY] }, NEWER_KEY)).faultCount).toBe(0);
  });
});

describe("while the store is unreachable", () => {
  test("entries are chained, and the state says that they are not sealed", async () => {
    const { process, write, clock, sealedHeads, sealed, verify } = await arrange();
    sealedHeads.fail(STORE_IS_GONE);
    clock.advanceSeconds(10);
    await write(3);
    const running = process();
    expect(await running.chain()).toBe(3);
    expect(running.state()).toEqual({ kind: "unsealed", cause: STORE_IS_GONE });
    const faults = [{ kind: "sealed-head-unreadable", cause: STORE_IS_GONE }];
    expect(await verify()).toMatchObject({ faults });
    sealedHeads.fail(null);
    clock.advanceSeconds(10);
    await running.chain();
    expect([running.state().kind, sealed()?.sequence]).toEqual(["ok", 63n]);
  });

  test("it is called again only after 10 s", async () => {
    const { process, write, clock, sealedHeads } = await arrange();
    sealedHeads.fail(STORE_IS_GONE);
    const running = process();
    const { reads } = sealedHeads.counts;
    for (let second = 0; second < 10; second += 1) {
      await write(1);
      expect(await running.chain()).toBe(1);
      clock.advanceSeconds(1);
    }
    expect(sealedHeads.counts.reads).toBe(reads + 1);
  });

  test("a head that can be read but not written is reported, and written once that is possible", async () => {
    const { process, write, clock, sealedHeads, sealed } = await arrange();
    sealedHeads.fail(null, STORE_IS_GONE);
    clock.advanceSeconds(10);
    await write(1);
    const running = process();
    expect(await running.chain()).toBe(1);
    await write(1);
    expect(await running.chain()).toBe(1);
    expect(running.state().kind).toBe("unsealed");
    sealedHeads.fail(null);
    clock.advanceSeconds(10);
    await running.chain();
    expect([running.state().kind, sealed()?.sequence]).toEqual(["ok", 62n]);
  });
});

describe("accepting the head of the chain", () => {
  test("writes an entry that names both heads and the reason, and lets the chaining continue", async () => {
    const { pool, meddle, process, clock, accept, verify, sealed, chainedCount, head } =
      await arrange();
    const running = process();
    const before = sealed();
    await meddle(FORGE);
    await running.chain();
    const known = await head();
    expect(await accept("restored the backup of 1 March")).toEqual({ sealed: before, head: known });
    const { rows } = await pool.query(
      "SELECT actor, subject, before, after, sequence FROM audit_entry WHERE action = 'audit-head-accepted'",
    );
    expect(rows).toEqual([
      {
        actor: "command",
        subject: "audit",
        before: { head: before && headText(before) },
        after: { head: known && headText(known), reason: "restored the backup of 1 March" },
        sequence: "60",
      },
    ]);
    expect([await chainedCount(), sealed()?.sequence]).toEqual([60, 60n]);
    expect((await verify()).faultCount).toBe(0);
    clock.advanceSeconds(10);
    await running.chain();
    expect(running.state().kind).toBe("ok");
  });

  test("convinces a process that remembers a head from a machine whose clock is ahead", async () => {
    const { meddle, process, clock, write, accept } = await arrange(40);
    const running = process();
    clock.advanceSeconds(3_600);
    await write(20);
    await running.chain();
    clock.advanceSeconds(-3_590);
    await meddle(FORGE);
    await running.chain();
    await accept("restored");
    clock.advanceSeconds(3_610);
    await running.chain();
    expect(running.state().kind).toBe("ok");
  });

  test("does nothing if the chain contains the sealed head", async () => {
    const { accept, rows, sealed } = await arrange(3);
    expect(await accept("just in case")).toBeNull();
    expect(await accept("just in case", sealed())).toBeNull();
    expect(await rows()).toHaveLength(3);
  });

  test("works for an empty database, and if the object was damaged", async () => {
    const { meddle, write, chain, accept, sealedHeads, sealed, chainedCount, verify } =
      await arrange();
    await meddle("DELETE FROM audit_entry");
    await write(2);
    expect(await chain()).toBe(0);
    expect((await accept("a new database"))?.head).toMatchObject({ sequence: 0n });
    expect([await chainedCount(), sealed()?.sequence]).toEqual([3, 3n]);
    sealedHeads.put("hello");
    expect(await accept("somebody overwrote it")).toMatchObject({ sealed: null });
    expect([await chainedCount(), sealed()?.sequence]).toEqual([4, 4n]);
    expect((await verify()).faultCount).toBe(0);
  });

  test("needs the store, and can be repeated after a failure", async () => {
    const { meddle, accept, sealedHeads, chainedCount, verify } = await arrange();
    await meddle(FORGE);
    sealedHeads.fail(STORE_IS_GONE);
    await expect(accept("a")).rejects.toThrow(STORE_IS_GONE);
    sealedHeads.fail(null, STORE_IS_GONE);
    await expect(accept("b")).rejects.toThrow(STORE_IS_GONE);
    expect(await chainedCount()).toBe(49);
    sealedHeads.fail(null);
    expect(await accept("c")).not.toBeNull();
    expect(await verify()).toMatchObject({ entries: 61, unchained: 0, faultCount: 0 });
  });
});

describe("accepting the head of the chain with the head in the log", () => {
  test.each(CHANGES_OF_OBJECT)(
    "ends the stop of a running process that remembers a later head even if %s",
    async (_how, change) => {
      const { process, write, clock, meddle, sealedHeads, accept, verify, sealed } =
        await arrange(40);
      const earlier = sealedHeads.content() ?? "";
      const running = process();
      clock.advanceSeconds(10);
      await write(20);
      await running.chain();
      const remembered = sealed();
      await meddle("DELETE FROM audit_entry WHERE sequence > 40");
      sealedHeads.put(change(earlier));
      await write(1);
      await running.chain();
      expect(running.state()).toEqual({ kind: "stopped", sealed: remembered });
      expect(await accept("restored")).toBeNull();
      expect(await accept("restored", remembered)).toMatchObject({
        sealed: remembered,
        head: { sequence: 40n },
      });
      clock.advanceSeconds(10);
      await running.chain();
      expect(running.state().kind).toBe("ok");
      expect(await verify()).toMatchObject({ entries: 42, unchained: 0, faultCount: 0 });
    },
  );
});
