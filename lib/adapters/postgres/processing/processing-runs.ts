import type pg from "pg";
import { findMove, STATUS } from "@/lib/documents/rules/status";
import type { ProcessingRuns, RunSettlement, RunTaking } from "@/lib/processing/ports";
import type { ProcessingRun, RunName } from "@/lib/processing/rules/processing-run";
import { createQuery, type Statement } from "../core/query";
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
  const names = async (statement: Statement) => (await query<RunRow>(statement)).rows.map(toName);
  return {
    async find(run) {
      const { rows } = await query<RunRow>(RUN_STATEMENTS.find(run));
      return rows[0] ? toRun(rows[0]) : null;
    },
    take: (taking) => inTransaction(pool, (client) => takeRun(client, taking)),
    renew: async (run, leaseUntil) =>
      (await query(RUN_STATEMENTS.renew({ ...run, leaseUntil }))).rowCount === 1,
    settle: async (settlement) => {
      const { onlyLapsedBy: by } = settlement;
      if (by) return inTransaction(pool, (client) => settleLapsed(client, settlement, by));
      const { rows } = await query<DocumentRow>(settleStatement(settlement));
      return rows[0] ? toDocument(rows[0]) : null;
    },
    listWaiting: (requestedBy, limit) =>
      names(
        requestedBy === null
          ? RUN_STATEMENTS.listUnrequested({ limit })
          : RUN_STATEMENTS.listRequested({ requestedBy, limit }),
      ),
    markRequested: async (runs, times) => {
      const uuids = runs.map(({ documentUuid }) => documentUuid);
      const numbers = runs.map(({ n }) => n);
      await query(RUN_STATEMENTS.markRequested({ uuids, numbers, ...times }));
    },
    listLapsed: async (limits) =>
      (await query<RunRow>(RUN_STATEMENTS.listLapsed(limits))).rows.map(toRun),
    restart: (run, next) => inTransaction(pool, (client) => restartRun(client, run, next)),
    async repair({ at, leaseUntil, choice, limit }) {
      const counts = [
        await query(REPAIR_STATEMENTS.adoptOrphans({ at, leaseUntil, limit })),
        await query(REPAIR_STATEMENTS.endStrays({ at })),
        ...(choice === "builtin"
          ? []
          : [
              await query(REPAIR_STATEMENTS.leaseWaiting({ leaseUntil })),
              await query(REPAIR_STATEMENTS.endUntaken({ at })),
            ]),
      ];
      return counts.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
    },
  };
}

async function takeRun(client: pg.ClientBase, taking: RunTaking): Promise<ProcessingRun | null> {
  const { run, actor, at, leaseUntil, processor, requestId = null } = taking;
  const status = await lockDocument(client, run);
  if (status === null) return null;
  const take = RUN_STATEMENTS.take({ ...run, actor, leaseUntil, at, processor });
  const { rows } = await client.query<RunRow>(take);
  if (!rows[0]) return null;
  if (status === STATUS.uploadSuccessful) {
    const isListed = findMove(STATUS.uploadSuccessful, STATUS.processing)?.isNotified ?? false;
    const { documentUuid } = run;
    const reason = "processing-started";
    const move = { documentUuid, at, actor, reason, requestId, isListed };
    await client.query(RUN_STATEMENTS.moveToProcessing(move));
  }
  return toRun(rows[0]);
}

/**
 * Locks the run before checking its lease, so that a concurrent renewal either comes first or finds that the run has
 * ended.
 */
async function settleLapsed(client: pg.ClientBase, settlement: RunSettlement, by: Date) {
  const run = { documentUuid: settlement.uuid, n: settlement.onlyRun };
  if ((await lockDocument(client, run)) === null) return null;
  const lock = RUN_STATEMENTS.lockLapsed({ ...run, by });
  if ((await client.query(lock)).rowCount !== 1) return null;
  const { rows } = await client.query<DocumentRow>(settleStatement(settlement));
  return rows[0] ? toDocument(rows[0]) : null;
}

async function restartRun(
  client: pg.ClientBase,
  run: RunName,
  { at, leaseUntil, isCounted }: Parameters<ProcessingRuns["restart"]>[1],
): Promise<boolean> {
  if ((await lockDocument(client, run)) === null) return false;
  if ((await client.query(RUN_STATEMENTS.endLapsed({ ...run, at }))).rowCount !== 1) return false;
  const countedAttempts = isCounted ? 1 : 0;
  await client.query(RUN_STATEMENTS.beginNext({ ...run, at, leaseUntil, countedAttempts }));
  return true;
}

/**
 * Returns the document's status if this is its current run, or null if the run has ended. Later statements see everything
 * that was committed before the lock was acquired.
 */
async function lockDocument(client: pg.ClientBase, run: RunName): Promise<number | null> {
  const { rows } = await client.query<{ status: number }>(RUN_STATEMENTS.lockDocument(run));
  return rows[0]?.status ?? null;
}

const settleStatement = ({ isPrediction, onlyLapsedBy: _, ...move }: RunSettlement) =>
  RUN_STATEMENTS.settle({ ...moveValues(move), isPrediction });

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
