import type { StatusMove } from "@/lib/documents/ports";
import type { RunStart } from "@/lib/documents/rules/run-start";
import type { Status } from "@/lib/documents/rules/status";
import { makeDocumentAt, moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import { ALL, changeOf, type DocumentsUnderTest } from "@/lib/documents/testing/documents.fixture";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import type {
  DocumentTexts,
  ProcessingRuns,
  ProcessingStatisticsSource,
  RunSettlement,
} from "../ports";

/** Documents with their runs, in one empty store. */
export interface RunsUnderTest extends DocumentsUnderTest {
  readonly processingRuns: ProcessingRuns;
  readonly documentTexts: DocumentTexts;
  readonly processingStatistics: ProcessingStatisticsSource;
}

/** Opens an empty store for each test. */
export type OpenRuns = () => Promise<RunsUnderTest>;

const WAITING: RunStart = { takenBy: null, leaseUntil: null };
/** The time of these tests, and the end of their leases. */
export const AT = new Date("2026-03-01T12:30:00.000Z");
export const LATER = new Date("2026-03-01T13:30:00.000Z");
export const MUCH_LATER = new Date("2026-03-01T14:30:00.000Z");

export const CLASSIFICATION = {
  documentClass: "invoice",
  score: 0.5,
  language: "de",
  pages: 2,
  fields: [],
  processor: "stagedoor/1",
};

/** Creates a document whose run 1 is waiting, at status 2 or, if the document is processed again, at status 3. */
export async function arrangeRun(open: OpenRuns, status: 2 | 3 = 2, begins: RunStart = WAITING) {
  const underTest = await open();
  const ports = { ...underTest, clock: createFixedClock(), ids: createCountingIds() };
  const { uuid } = await makeDocumentAt(ports, status === 2 ? 1 : 4);
  await begin(ports, uuid, { from: status === 2 ? 1 : 4, begins });
  return { ...ports, uuid, run: { documentUuid: uuid, n: 1 }, ...hands(ports, uuid) };
}

/** Moves a document and begins a run with the move. */
export async function begin(
  { documents }: RunsUnderTest,
  uuid: string,
  { from, begins, at = AT }: { from: 1 | 2 | 4; begins: RunStart; at?: Date },
): Promise<void> {
  const change = changeOf(uuid, from, from === 1 ? 2 : 3);
  const moved = await documents.compareAndSetStatus({ ...change, at, begins });
  if (!moved) throw new Error(`the document is not at ${from}`);
}

function hands(ports: RunsUnderTest, uuid: string) {
  const name = (n: number) => ({ documentUuid: uuid, n });
  return {
    take: (n = 1, actor = "processor", leaseUntil = LATER) =>
      ports.processingRuns.take({
        run: name(n),
        actor,
        at: AT,
        leaseUntil,
        processor: actor === "processor" ? "stagedoor/1" : null,
      }),
    settle: (n = 1, overrides: Partial<RunSettlement> = { classification: CLASSIFICATION }) =>
      ports.processingRuns.settle({
        uuid,
        onlyRun: n,
        move: moveBetween(3, 4),
        actor: "processor",
        at: AT,
        reason: "processed",
        isPrediction: overrides.classification !== undefined,
        ...overrides,
      }),
    move: (from: Status, to: Status, overrides: Partial<StatusMove> = {}) =>
      ports.documents.compareAndSetStatus({ ...changeOf(uuid, from, to), ...overrides }),
    state: async (n = 1) => (await ports.processingRuns.find(name(n)))?.state,
    find: () => ports.documents.find(uuid),
    moves: async () =>
      (await ports.documents.listStatusChanges(uuid, ALL))?.map(
        ({ previousStatus, currentStatus }) => `${previousStatus}→${currentStatus}`,
      ),
  };
}
