import type { DeliveryRun } from "@/lib/notifications/ports/delivery-runs";
import type { LoadedDelivery, MadeAttempt } from "@/lib/notifications/ports/notifications";
import type { AttemptCause } from "@/lib/notifications/rules/attempt-cause";

/** A row of `notification` with what the delivery asks beside it. */
export interface LoadedRow {
  readonly id: string;
  readonly body: Buffer;
  readonly state: string;
  readonly is_resend: boolean;
  readonly generation: number;
  readonly generation_at: Date;
  readonly series_started_at: Date | null;
  readonly slot: number;
  readonly last_interval_ms: number;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  /** Written by us alone. */
  readonly next_cause: AttemptCause | null;
  readonly planned_at: Date | null;
  readonly created_at: Date;
  /** null: this attempt was not saved yet. */
  readonly saved_n: number | null;
  readonly request_ids: readonly string[];
}

/** A row that names a run. */
export interface RunRow {
  readonly id: string;
  readonly generation: number;
}

/** The run that a row names. */
export const toRun = ({ id, generation }: RunRow): DeliveryRun => ({
  notificationId: id,
  generation,
});

/** What the run finds; a row that is not there is over as well. */
export function toLoaded(row: LoadedRow | undefined, run: DeliveryRun): LoadedDelivery {
  if (!row) return { kind: "over" };
  const isCurrent = row.state === "pending" && row.generation === run.generation;
  if (row.saved_n !== null) {
    const nextAttemptAt = isCurrent ? row.next_attempt_at : null;
    return { kind: "saved", outcome: { isOver: !isCurrent, nextAttemptAt } };
  }
  if (!isCurrent || !row.next_attempt_at || !row.next_cause) return { kind: "over" };
  return {
    kind: "pending",
    notification: {
      ...toRun(row),
      body: row.body,
      createdAt: row.created_at,
      waitingSince: row.is_resend ? row.generation_at : row.created_at,
      series: row.series_started_at && {
        startedAt: row.series_started_at,
        slot: row.slot,
        lastIntervalMs: row.last_interval_ms,
      },
      attempts: row.attempts,
      nextAttemptAt: row.next_attempt_at,
      nextCause: row.next_cause,
      plannedAt: row.planned_at,
      requestIds: row.request_ids,
    },
  };
}

/** The attempt as the statements that insert one take it, without when the next one is due. */
export function attemptValues(run: DeliveryRun, attempt: MadeAttempt): unknown[] {
  const { answer } = attempt;
  const { phases, connection } = answer;
  const isAnswered = answer.kind === "answered";
  return [
    run.notificationId,
    run.generation,
    attempt.n,
    attempt.cause,
    attempt.startedAt,
    storable(attempt.url),
    JSON.stringify(storableHeaders(attempt.requestHeaders)),
    isAnswered ? answer.status : null,
    isAnswered ? null : answer.code,
    storable(isAnswered ? answer.bodyError : answer.detail),
    isAnswered ? JSON.stringify(storableHeaders(answer.headers)) : null,
    isAnswered ? answer.body : null,
    isAnswered && answer.isBodyTruncated,
    phases.dns,
    phases.connect,
    phases.tls,
    phases.firstByte,
    phases.total,
    connection.address,
    connection.port,
    connection.tlsVersion,
    storable(connection.certificateIssuer),
    storableDate(connection.certificateExpiresAt),
  ];
}

/** Without what PostgreSQL refuses or no log can show: an attempt that was made must be saved, whoever chose its texts. */
const storable = (text: string | null) => text?.replaceAll(/[\p{Cc}\p{Cs}]/gu, "") ?? null;

const storableHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [storable(name), storable(value)]),
  );

const storableDate = (date: Date | null) => (date && Number.isNaN(date.getTime()) ? null : date);
