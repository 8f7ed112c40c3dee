import type pg from "pg";
import { findMove, STATUS } from "@/lib/documents/rules/status";
import type { ProcessingRuns, RunSettlement, RunTaking } from "@/lib/processing/ports";
import type { ProcessingRun, RunName } from "@/lib/processing/rules/processing-run";
import { createQuery } from "../core/query";
import { type DocumentRow, toDocument } from "../core/rows";
import { moveValues } from "../core/status-move";
import { inTransaction } from "../core/transaction";
import { REPAIR_STATEMENTS, RUN_STATEMENTS } from "./processing-run-statements";

interface RunRow {
  readonly document_uuid: string;
  readonly n: number;
  readonly attempt: number;
  readonly state: ProcessingRun["state"];
  readonly lease_until: Date | null;
  readonly taken_by: string | null;
}

/** Stores processing runs in PostgreSQL. */
export function createProcessingRuns(pool: pg.Pool): ProcessingRuns {
  const query = createQuery(pool);
  const names = async (statement: pg.QueryConfig, values: unknown[]) =>
    (await query<RunRow>(statement, values)).rows.map(toName);
  return {
    async find({ documentUuid, n }) {
      const { rows } = await query<RunRow>(RUN_STATEMENTS.find, [documentUuid, n]);
      return rows[0] ? toRun(rows[0]) : null;
    },
    take: (taking) => inTransaction(pool, (client) => takeRun(client, taking)),
    renew: async ({ documentUuid, n }, leaseUntil) =>
      (await query(RUN_STATEMENTS.renew, [documentUuid, n, leaseUntil])).rowCount === 1,
    settle: async (settlement) => {
      if (settlement.onlyLapsedBy) {
        return inTransaction(pool, (client) => settleLapsed(client, settlement));
      }
      const values = settleValues(settlement);
      const { rows } = await query<DocumentRow>(RUN_STATEMENTS.settle, values);
      return rows[0] ? toDocument(rows[0]) : null;
    },
    listWaiting: (requestedBy, limit) =>
      requestedBy === null
        ? names(RUN_STATEMENTS.listUnrequested, [limit])
        : names(RUN_STATEMENTS.listRequested, [limit, requestedBy]),
    markRequested: async (runs, { at, leaseUntil }) => {
      const uuids = runs.map(({ documentUuid }) => documentUuid);
      const numbers = runs.map(({ n }) => n);
      await query(RUN_STATEMENTS.markRequested, [uuids, numbers, at, leaseUntil]);
    },
    listLapsed: async ({ by, takenSince, waitingBy, limit }) => {
      const values = [by, limit, takenSince, waitingBy];
      return (await query<RunRow>(RUN_STATEMENTS.listLapsed, values)).rows.map(toRun);
    },
    restart: (run, next) => inTransaction(pool, (client) => restartRun(client, run, next)),
    async repair({ at, leaseUntil, choice, limit }) {
      const counts = [
        await query(REPAIR_STATEMENTS.adoptOrphans, [at, leaseUntil, limit]),
        await query(REPAIR_STATEMENTS.endStrays, [at]),
        ...(choice === "builtin"
          ? []
          : [
              await query(REPAIR_STATEMENTS.leaseWaiting, [leaseUntil]),
              await query(REPAIR_STATEMENTS.endUntaken, [at]),
            ]),
      ];
      return counts.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
    },
  };
}

async function takeRun(client: pg.ClientBase, taking: RunTaking): Promise<ProcessingRun | null> {
  const { run, actor, at, leaseUntil, processor, requestId = null } = taking;
  const { documentUuid, n } = run;
  const status = await lockDocument(client, run);
  if (status === null) return null;
  const values = [documentUuid, n, actor, leaseUntil, at, processor];
  const { rows } = await client.query<RunRow>({ ...RUN_STATEMENTS.take, values });
  if (!rows[0]) return null;
  if (status === STATUS.uploadSuccessful) {
    const isListed = findMove(STATUS.uploadSuccessful, STATUS.processing)?.isNotified ?? false;
    const move = [documentUuid, at, actor, "processing-started", requestId, isListed];
    await client.query({ ...RUN_STATEMENTS.moveToProcessing, values: move });
  }
  return toRun(rows[0]);
}

/**
 * Locks the run before checking its lease, so that a concurrent renewal either comes first or finds that the run has
 * ended.
 */
async function settleLapsed(client: pg.ClientBase, settlement: RunSettlement) {
  const { uuid: documentUuid, onlyRun: n, onlyLapsedBy } = settlement;
  if ((await lockDocument(client, { documentUuid, n })) === null) return null;
  const lock = { ...RUN_STATEMENTS.lockLapsed, values: [documentUuid, n, onlyLapsedBy] };
  if ((await client.query(lock)).rowCount !== 1) return null;
  const settle = { ...RUN_STATEMENTS.settle, values: settleValues(settlement) };
  const { rows } = await client.query<DocumentRow>(settle);
  return rows[0] ? toDocument(rows[0]) : null;
}

async function restartRun(
  client: pg.ClientBase,
  run: RunName,
  { at, leaseUntil, isCounted }: Parameters<ProcessingRuns["restart"]>[1],
): Promise<boolean> {
  const { documentUuid, n } = run;
  if ((await lockDocument(client, run)) === null) return false;
  const end = { ...RUN_STATEMENTS.endLapsed, values: [documentUuid, n, at] };
  if ((await client.query(end)).rowCount !== 1) return false;
  const values = [documentUuid, n, at, leaseUntil, isCounted ? 1 : 0];
  await client.query({ ...RUN_STATEMENTS.beginNext, values });
  return true;
}

/**
 * Returns the document's status if this is its current run, or null if the run has ended. Later statements see everything
 * that was committed before the lock was acquired.
 */
async function lockDocument(
  client: pg.ClientBase,
  { documentUuid, n }: RunName,
): Promise<number | null> {
  const values = [documentUuid, n];
  const { rows } = await client.query<{ status: number }>({
    ...RUN_STATEMENTS.lockDocument,
    values,
  });
  return rows[0]?.status ?? null;
}

const settleValues = ({ isPrediction, onlyLapsedBy: _, ...move }: RunSettlement) => [
  ...moveValues(move),
  isPrediction,
];

const toName = ({ document_uuid, n }: Pick<RunRow, "document_uuid" | "n">): RunName => ({
  documentUuid: document_uuid,
  n,
});

const toRun = (row: RunRow): ProcessingRun => ({
  ...toName(row),
  attempt: row.attempt,
  state: row.state,
  leaseUntil: row.lease_until,
  takenBy: row.taken_by,
});
