import { describe, expect, test } from "vitest";
import { moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import { changeOf } from "@/lib/documents/testing/documents.fixture";
import type { ReadingSoFar } from "@/lib/processing/rules/reading/reading-so-far";
import {
  AT,
  arrangeRun,
  CLASSIFICATION,
  LATER,
  MUCH_LATER,
} from "@/lib/processing/testing/processing-runs.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { beginOther, untilBlocked } from "../core/other-transaction.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { moveValues } from "../core/status-move";
import { STATEMENTS } from "../documents/staged-document-statements";
import { runsInPostgres } from "./runs-in-postgres.fixture";

const openDatabase = prepareDatabase(createThrowawayDatabase);

/** Sets up a document with a taken run, and another process's transaction that changes it. */
async function arrange() {
  const database = await openDatabase();
  const arranged = await arrangeRun(async () => runsInPostgres(database));
  await arranged.take();
  const other = await beginOther(database.pool);
  /** Starts the other process's change and then ours, which waits for it, and then commits the other process's change. */
  const overtake = async <Result>(
    change: () => Promise<unknown>,
    ours: () => Promise<Result>,
  ): Promise<Result> => {
    await change();
    const waiting = ours();
    await untilBlocked(database.pool);
    await other.commit();
    return waiting;
  };
  const otherMoves = (from: 3 | 4, to: 3 | 4 | 8) => {
    const change = { ...changeOf(arranged.uuid, from, to), at: AT };
    const begins = to === 3 ? { takenBy: null, leaseUntil: null } : null;
    return other.run(STATEMENTS.compareAndSetStatus(moveValues({ ...change, begins })));
  };
  return { ...arranged, database, overtake, otherMoves, other };
}

describe("a settlement that is waiting for another change", () => {
  test("is discarded if that change deleted the document", async () => {
    const { overtake, otherMoves, settle, find, state } = await arrange();
    expect(await overtake(() => otherMoves(3, 8), settle)).toBeNull();
    expect(await find()).toMatchObject({ status: 8, classification: null });
    expect(await state()).toBe("ended");
  });

  test("is discarded if that change settled the document and started it again, even with the same status", async () => {
    const { overtake, otherMoves, settle, find, state } = await arrange();
    const settleAndBegin = async () => {
      await otherMoves(3, 4);
      await otherMoves(4, 3);
    };
    expect(await overtake(settleAndBegin, settle)).toBeNull();
    expect(await find()).toMatchObject({ status: 3, processingRun: 2, classification: null });
    expect([await state(1), await state(2)]).toEqual(["ended", "waiting"]);
  });

  test("is discarded if that change started the next run; if the settlement comes first, the next run does not start", async () => {
    const { run, processingRuns, settle, find } = await arrange();
    const next = { at: LATER, leaseUntil: null, isCounted: true };
    const [isRestarted, settled] = await Promise.all([processingRuns.restart(run, next), settle()]);
    expect(isRestarted).not.toBe(settled !== null);
    expect(await find()).toMatchObject(
      settled ? { status: 4, processingRun: 1 } : { status: 3, processingRun: 2 },
    );
  });
});

describe("an attempt to give up on a run while it is being renewed", () => {
  test("leaves the run to the processor that renewed it", async () => {
    const { overtake, other, uuid, settle, find } = await arrange();
    const text = "UPDATE processing_run SET lease_until = $2 WHERE document_uuid = $1";
    const renew = () => other.run({ text }, [uuid, MUCH_LATER]);
    const giveUp = () =>
      settle(1, { failure: { code: "processing-failed", message: "-" }, onlyLapsedBy: LATER });
    expect(await overtake(renew, giveUp)).toBeNull();
    expect(await find()).toMatchObject({ status: 3 });
  });
});

describe("a deletion that is waiting for another change", () => {
  test("ends the run that the other change started, or leaves that to the next check", async () => {
    const { overtake, otherMoves, move, processingRuns, state, find } = await arrange();
    const settleAndBegin = async () => {
      await otherMoves(3, 4);
      await otherMoves(4, 3);
    };
    expect(await overtake(settleAndBegin, () => move(3, 8))).toMatchObject({ status: 8 });
    const options = { at: AT, leaseUntil: LATER, choice: "builtin", limit: 10 } as const;
    await processingRuns.repair(options);
    expect([await state(1), await state(2)]).toEqual(["ended", "ended"]);
    expect(await find()).toMatchObject({ status: 8, processingRun: 2 });
  });
});

describe("a processor that is waiting for a deletion", () => {
  test("does not take a run", async () => {
    const database = await openDatabase();
    const { uuid, take, state, find } = await arrangeRun(async () => runsInPostgres(database));
    const other = await beginOther(database.pool);
    await other.run(STATEMENTS.compareAndSetStatus(moveValues(changeOf(uuid, 2, 8))));
    const waiting = take();
    await untilBlocked(database.pool);
    await other.commit();
    expect(await waiting).toBeNull();
    expect(await find()).toMatchObject({ status: 8 });
    expect(await state()).toBe("ended");
  });

  test("neither renews nor writes anything", async () => {
    const { overtake, otherMoves, documentTexts, processingRuns, run } = await arrange();
    const reading: ReadingSoFar = {
      format: "pdf",
      pageCount: 1,
      nextPage: null,
      stated: null,
      failure: null,
      batches: [],
      sha256: null,
    };
    const page = { number: 1, part: null, isAttachment: false, size: null, lines: [] };
    const saved = await overtake(
      () => otherMoves(3, 8),
      () => documentTexts.saveBatch(run, reading, [page]),
    );
    expect(saved).toBe(false);
    expect(await documentTexts.listPages(run)).toEqual([]);
    expect(await processingRuns.renew(run, MUCH_LATER)).toBe(false);
  });
});

describe("ten processors that take the same document at status 3", () => {
  test("compete for the document's row, and only one of them gets the document", async () => {
    const database = await openDatabase();
    const { take, moves } = await arrangeRun(async () => runsInPostgres(database), 3);
    const before = await moves();
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, index) => take(1, `api-key:${index}`)),
    );
    expect(taken.filter((run) => run !== null)).toHaveLength(1);
    expect(await moves()).toEqual(before);
  });
});

describe("all operations, run concurrently", () => {
  test("leave at most one current run and a history without gaps", async () => {
    const database = await openDatabase();
    const arranged = await arrangeRun(async () => runsInPostgres(database));
    const { take, settle, move, processingRuns, run, uuid } = arranged;
    const begins = { takenBy: null, leaseUntil: null };
    const works = [
      () => take(1),
      () => settle(1),
      () => move(4, 3, { begins }),
      () => move(3, 4, { failure: { code: "encrypted", message: "It is." } }),
      () => processingRuns.restart(run, { at: MUCH_LATER, leaseUntil: null, isCounted: true }),
      () => processingRuns.repair({ at: AT, leaseUntil: LATER, choice: "builtin", limit: 10 }),
      () => take(2),
      () => settle(2, { classification: CLASSIFICATION, move: moveBetween(3, 4) }),
    ];
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(works.map((work) => work()));
    }
    await processingRuns.repair({ at: AT, leaseUntil: LATER, choice: "builtin", limit: 10 });
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS count FROM processing_run WHERE document_uuid = $1 AND state <> 'ended'",
      [uuid],
    );
    expect(rows[0].count).toBeLessThanOrEqual(1);
    const moves = (await arranged.moves()) ?? [];
    const steps = moves.map((each) => each.split("→"));
    for (const [index, [from]] of steps.entries()) {
      if (index > 0) expect(from).toBe(steps[index - 1]?.[1]);
    }
  });
});
