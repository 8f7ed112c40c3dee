import type {
  DeliveryRun,
  LoadedDelivery,
  MadeAttempt,
  WebhookAnswer,
} from "@/lib/notifications/ports";
import { type AttemptCause, isRequested } from "@/lib/notifications/rules/explain-attempt";
import { type ConfigurationRow, toConfiguration } from "./webhook-configuration-rows";

/** A row of `notification` with the other columns that a delivery needs. */
export interface LoadedRow extends ConfigurationRow {
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
  /** Only Stagedoor writes this column. */
  readonly next_cause: AttemptCause | null;
  readonly resent_by: string | null;
  readonly planned_at: Date | null;
  readonly created_at: Date;
  /** The number of this attempt if it has been saved; null otherwise. */
  readonly saved_n: number | null;
  readonly request_ids: readonly string[];
}

/** Returns the state of the delivery. If there is no row, the delivery has ended. */
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
      ...run,
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
      nextAuthor: isRequested(row.next_cause) ? row.resent_by : null,
      plannedAt: row.planned_at,
      requestIds: row.request_ids,
    },
    webhook: toConfiguration(row),
  };
}

interface StoredAttempt extends DeliveryRun, MadeAttempt {
  /** The response; null if there was none. */
  readonly answered: Extract<WebhookAnswer, { kind: "answered" }> | null;
}

/** How to get the value of each column of `delivery_attempt`, except for the time of the next attempt. */
const ATTEMPT_VALUES = {
  notification_id: ({ notificationId }) => notificationId,
  generation: ({ generation }) => generation,
  n: ({ n }) => n,
  cause: ({ cause }) => cause,
  started_at: ({ startedAt }) => startedAt,
  url: ({ url }) => storable(url),
  request_headers: ({ requestHeaders }) => storableHeaders(requestHeaders),
  status: ({ answered }) => answered?.status ?? null,
  failure_code: ({ answer }) => (answer.kind === "answered" ? null : answer.code),
  failure_detail: ({ answer }) =>
    storable(answer.kind === "answered" ? answer.bodyError : answer.detail),
  answer_headers: ({ answered }) => answered && storableHeaders(answered.headers),
  answer_body: ({ answered }) => answered?.body ?? null,
  is_answer_truncated: ({ answered }) => answered?.isBodyTruncated ?? false,
  dns_ms: ({ answer }) => answer.phases.dns,
  connect_ms: ({ answer }) => answer.phases.connect,
  tls_ms: ({ answer }) => answer.phases.tls,
  first_byte_ms: ({ answer }) => answer.phases.firstByte,
  total_ms: ({ answer }) => answer.phases.total,
  address: ({ answer }) => answer.connection.address,
  port: ({ answer }) => answer.connection.port,
  tls_version: ({ answer }) => answer.connection.tlsVersion,
  certificate_issuer: ({ answer }) => storable(answer.connection.certificateIssuer),
  certificate_expires_at: ({ answer }) => storableDate(answer.connection.certificateExpiresAt),
  author: ({ author }) => author,
} satisfies Record<string, (attempt: StoredAttempt) => unknown>;

type AttemptColumn = keyof typeof ATTEMPT_VALUES;

/** The columns of an attempt, without the time of the next attempt. */
export const ATTEMPT_COLUMNS = Object.keys(ATTEMPT_VALUES) as readonly AttemptColumn[];

/** The values of an attempt by their columns. */
export type AttemptValues = Readonly<Record<AttemptColumn, unknown>>;

/** Returns the values of an attempt. */
export function attemptValues(run: DeliveryRun, attempt: MadeAttempt): AttemptValues {
  const answered = attempt.answer.kind === "answered" ? attempt.answer : null;
  const stored = { ...run, ...attempt, answered };
  const values = ATTEMPT_COLUMNS.map((column) => [column, ATTEMPT_VALUES[column](stored)]);
  // Every column has a value.
  return Object.fromEntries(values) as AttemptValues;
}

/**
 * Removes characters that PostgreSQL rejects or that a log cannot show: an attempt must be saved, no matter what text the
 * receiver sent.
 */
const storable = (text: string | null) => text?.replaceAll(/[\p{Cc}\p{Cs}]/gu, "") ?? null;

const storableHeaders = (headers: Readonly<Record<string, string>>) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [storable(name), storable(value)]),
    ),
  );

const storableDate = (date: Date | null) => (date && Number.isNaN(date.getTime()) ? null : date);
