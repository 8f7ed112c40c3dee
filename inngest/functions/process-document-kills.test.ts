import { describe, expect, test } from "vitest";
import { prepareDatabase } from "@/lib/adapters/postgres/core/prepare-database.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import {
  arrangeProcessing,
  type ProcessingEnginePorts,
} from "../testing/processing-by-engine.fixture";

const openDatabase = prepareDatabase(createThrowawayDatabase);
const TEXT = "invoice one\ntwo\nthree";
const HOUR_SECONDS = 3600;

/** All calls that change state, in the order in which they are made. */
const BOUNDARIES = ["take", "first batch", "second batch", "settling"] as const;
type Boundary = (typeof BOUNDARIES)[number];

/** Returns ports that kill the process at a boundary if `isDeadly` is true for the run. */
function dyingPorts(
  { processingRuns, documentTexts }: ProcessingEnginePorts,
  boundary: Boundary,
  { when, isDeadly }: { when: "before" | "after"; isDeadly: (n: number) => boolean },
): Partial<ProcessingEnginePorts> {
  const dieAround = async <Result>(at: Boundary, n: number, work: () => Promise<Result>) => {
    const isHere = at === boundary && isDeadly(n);
    if (isHere && when === "before") throw new Error("killed before");
    const result = await work();
    if (isHere) throw new Error("killed after");
    return result;
  };
  return {
    processingRuns: {
      ...processingRuns,
      take: (taking) => dieAround("take", taking.run.n, () => processingRuns.take(taking)),
      settle: (settlement) =>
        dieAround("settling", settlement.onlyRun, () => processingRuns.settle(settlement)),
    },
    documentTexts: {
      ...documentTexts,
      saveBatch: (run, reading, pages) => {
        const at = reading.batches.length === 1 ? "first batch" : "second batch";
        return dieAround(at, run.n, () => documentTexts.saveBatch(run, reading, pages));
      },
    },
  };
}

async function arrange(boundary: Boundary, death: Parameters<typeof dyingPorts>[2]) {
  return arrangeProcessing(await openDatabase(), {
    change: (ports) => dyingPorts(ports, boundary, death),
  });
}

const CASES = BOUNDARIES.flatMap((boundary) =>
  (["before", "after"] as const).map((when) => ({ boundary, when })),
);

describe("a process that dies", () => {
  test.each(CASES)(
    "once, $when $boundary, makes the engine retry, and the document reaches status 4",
    async ({ boundary, when }) => {
      let deaths = 0;
      const isDeadly = () => {
        deaths += 1;
        return deaths === 1;
      };
      const { upload, settle, find, moves, passSeconds } = await arrange(boundary, {
        when,
        isDeadly,
      });
      const uuid = await upload(TEXT);
      await settle();
      await passSeconds(120);
      expect(await find(uuid)).toMatchObject({
        status: 4,
        failure: null,
        processingRun: 1,
        classification: { pages: 3 },
      });
      expect(await moves(uuid)).toEqual([
        "null→1 api-key",
        "1→2 api-key",
        "2→3 processor",
        "3→4 processor",
      ]);
    },
  );
});

describe("an engine that abandons a run", () => {
  test.each(CASES)(
    "$when $boundary: the lease expires, and the next run settles the document",
    async ({ boundary, when }) => {
      const isDeadly = (n: number) => n === 1;
      const { upload, settle, find, moves, passSeconds } = await arrange(boundary, {
        when,
        isDeadly,
      });
      const uuid = await upload(TEXT);
      await settle();
      await passSeconds(3 * HOUR_SECONDS);
      // After settling, nothing is left to do.
      const isSettled = boundary === "settling" && when === "after";
      expect(await find(uuid)).toMatchObject({
        status: 4,
        failure: null,
        classification: { pages: 3 },
        processingRun: isSettled ? 1 : 2,
      });
      expect(await moves(uuid)).toEqual([
        "null→1 api-key",
        "1→2 api-key",
        "2→3 processor",
        "3→4 processor",
      ]);
    },
  );
});
