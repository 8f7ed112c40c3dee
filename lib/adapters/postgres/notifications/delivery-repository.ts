import type pg from "pg";
import type {
  DeliveryRepository,
  DeliveryRun,
  FailurePlan,
  MadeAttempt,
  NextDelivery,
  OverdueRun,
  OvertakingCause,
  SavedAttempt,
  SavedOutcome,
} from "@/lib/notifications/ports";
import { createQuery } from "../core/query";
import { inTransaction } from "../core/transaction";
import { attemptValues, type LoadedRow, toLoaded } from "./delivery-rows";
import { DELIVERY_STATEMENTS } from "./delivery-statements";

interface NextRow {
  readonly next_attempt_at: Date | null;
}

interface ReceiverRow {
  readonly url: string | null;
  readonly failing_since: Date | null;
  readonly recovered_at: Date | null;
}

/**
 * Stores deliveries in PostgreSQL. A transaction that locks both the receiver's row and notifications locks the
 * receiver's row first.
 */
export function createDeliveryRepository(pool: pg.Pool): DeliveryRepository {
  const query = createQuery(pool);
  return {
    async load(run, n) {
      const { rows } = await query<LoadedRow>(DELIVERY_STATEMENTS.load({ ...run, n }));
      return toLoaded(rows[0], run);
    },
    save: (run, attempt, plan, at) =>
      plan
        ? inTransaction(pool, (client) => saveFailed(client, run, attempt, plan, at))
        : saveDelivered(pool, run, attempt, at),
    postpone: (run, until, at) =>
      inTransaction(pool, async (client) => {
        const receiver = await lockReceiver(client);
        if (!receiver?.url) {
          await client.query(DELIVERY_STATEMENTS.postpone({ ...run, until, at }));
        }
        return readOutcome(client, run);
      }),
    async beginGeneration(run, at) {
      const begin = DELIVERY_STATEMENTS.beginGeneration({ ...run, at });
      return (await query<DeliveryRun>(begin)).rows[0] ?? null;
    },
    async hasOverdue(limits) {
      const { rows } = await query<{ found: boolean }>(DELIVERY_STATEMENTS.hasOverdue(limits));
      return rows[0]?.found === true;
    },
    async claimOverdue(limits, at, countMax) {
      const claim = DELIVERY_STATEMENTS.claimOverdue({ ...limits, at, countMax });
      const { rows } = await query<OverdueRun>(claim);
      return rows.sort((a, b) => Number(a.nextAttemptAt) - Number(b.nextAttemptAt));
    },
  };
}

/**
 * Locks the receiver's row. Of two transactions that save an outcome, a recovery or a new URL, the second then sees the
 * first.
 */
async function lockReceiver(client: pg.ClientBase): Promise<ReceiverRow | null> {
  const { rows } = await client.query<ReceiverRow>(DELIVERY_STATEMENTS.lockReceiver());
  return rows[0] ?? null;
}

/** Takes one statement, unless the receiver was failing. */
async function saveDelivered(
  pool: pg.Pool,
  run: DeliveryRun,
  attempt: MadeAttempt,
  at: Date,
): Promise<SavedAttempt> {
  const values = { ...attemptValues(run, attempt), nextAttemptAt: null, at };
  const save = DELIVERY_STATEMENTS.saveDeliveredUnlessFailing(values);
  const { rows } = await createQuery(pool)<{ is_failing: boolean }>(save);
  const due = rows[0]?.is_failing
    ? await inTransaction(pool, (client) => saveRecovery(client, values))
    : [];
  return { outcome: { isOver: true, nextAttemptAt: null }, due };
}

/**
 * Saves a delivery after failures. Of several concurrent deliveries, only the first to get the lock finds that the
 * receiver is failing.
 */
async function saveRecovery(
  client: pg.ClientBase,
  values: Parameters<typeof DELIVERY_STATEMENTS.saveDelivered>[0],
): Promise<readonly DeliveryRun[]> {
  const receiver = await lockReceiver(client);
  await client.query(DELIVERY_STATEMENTS.saveDelivered(values));
  if (!receiver?.failing_since) return [];
  const { at } = values;
  await client.query(DELIVERY_STATEMENTS.noteRecovered({ at }));
  const recovery = DELIVERY_STATEMENTS.recoverAll({ at, recoveredBefore: receiver.recovered_at });
  return (await client.query<DeliveryRun>(recovery)).rows;
}

async function saveFailed(
  client: pg.ClientBase,
  run: DeliveryRun,
  attempt: MadeAttempt,
  { next, ifOvertaken }: FailurePlan,
  at: Date,
): Promise<SavedAttempt> {
  const overtakenBy = causeOvertaking(await lockReceiver(client), attempt);
  const planned = overtakenBy && ifOvertaken ? ifOvertaken[overtakenBy] : next;
  const saved = { ...attemptValues(run, attempt), nextAttemptAt: planned?.at ?? null };
  const { rowCount } = await client.query(DELIVERY_STATEMENTS.saveAttempt(saved));
  if (rowCount === 1) {
    const { startedAt } = attempt;
    const decision = { ...run, startedAt, at, ...nextValues(planned) };
    await client.query(DELIVERY_STATEMENTS.decideNext(decision));
  }
  if (!overtakenBy) await client.query(DELIVERY_STATEMENTS.noteFailing({ at }));
  return { outcome: await readOutcome(client, run), due: [] };
}

/**
 * Returns the event that occurred since the attempt started and that requires an immediate retry, or null if there was
 * none.
 */
function causeOvertaking(
  receiver: ReceiverRow | null,
  { startedAt, url }: MadeAttempt,
): OvertakingCause | null {
  if (receiver?.url && receiver.url !== url) return "configuration";
  return receiver?.recovered_at && receiver.recovered_at >= startedAt ? "recovery" : null;
}

/** Returns the state of the run after this attempt was saved, now or by an earlier call. */
async function readOutcome(client: pg.ClientBase, run: DeliveryRun): Promise<SavedOutcome> {
  const { rows } = await client.query<NextRow>(DELIVERY_STATEMENTS.readOutcome(run));
  const nextAttemptAt = rows[0]?.next_attempt_at ?? null;
  return { isOver: nextAttemptAt === null, nextAttemptAt };
}

const nextValues = (next: NextDelivery | null) => ({
  nextAt: next?.at ?? null,
  cause: next?.cause ?? null,
  plannedAt: next?.plannedAt ?? null,
  notBefore: next?.notBefore ?? null,
  seriesStartedAt: next?.series.startedAt ?? null,
  slot: next?.series.slot ?? null,
  lastIntervalMs: next?.series.lastIntervalMs ?? null,
});
