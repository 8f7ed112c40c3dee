import type {
  AttemptResult,
  LoggedAttempt,
  LoggedNotification,
  NotificationState,
  ResentRun,
} from "@/lib/notifications/ports/notification-log";
import type { AttemptCause } from "@/lib/notifications/rules/attempt-cause";
import type { FailureCode } from "@/lib/notifications/rules/delivery-failure";

/** What a list shows of an attempt; codes are written by us alone. */
interface ResultRow {
  readonly started_at: Date;
  readonly url: string;
  readonly status: number | null;
  readonly failure_code: FailureCode | null;
  readonly location: string | null;
  readonly certificate_expires_at: Date | null;
  readonly total_ms: number;
}

/** A row of a list: the columns of the attempt are null while there is none. */
export type ListedRow = {
  readonly id: string;
  readonly state: NotificationState;
  readonly is_test: boolean;
  readonly is_resend: boolean;
  readonly item_count: number;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  readonly next_cause: AttemptCause | null;
  readonly created_at: Date;
  readonly settled_at: Date | null;
} & (ResultRow | { readonly started_at: null });

/** A row of `delivery_attempt`. */
export interface AttemptRow extends ResultRow {
  readonly cause: AttemptCause;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly failure_detail: string | null;
  readonly answer_headers: Readonly<Record<string, string>> | null;
  readonly answer_body: Buffer | null;
  readonly is_answer_truncated: boolean;
  readonly dns_ms: number | null;
  readonly connect_ms: number | null;
  readonly tls_ms: number | null;
  readonly first_byte_ms: number | null;
  readonly address: string | null;
  readonly port: number | null;
  readonly tls_version: string | null;
  readonly certificate_issuer: string | null;
  readonly next_attempt_at: Date | null;
}

/** A row that names a run which a person asked for. */
export interface ResentRow {
  readonly id: string;
  readonly generation: number;
  readonly next_cause: AttemptCause;
  readonly created_at: Date;
}

/** The notification of a list. */
export const toLogged = (row: ListedRow): LoggedNotification => ({
  id: row.id,
  state: row.state,
  isTest: row.is_test,
  isResend: row.is_resend,
  itemCount: row.item_count,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  nextCause: row.next_cause,
  createdAt: row.created_at,
  settledAt: row.settled_at,
  lastAttempt: row.started_at === null ? null : toResult(row),
});

const toResult = (row: ResultRow): AttemptResult => ({
  at: row.started_at,
  url: row.url,
  status: row.status,
  failureCode: row.failure_code,
  location: row.location,
  certificateExpiresAt: row.certificate_expires_at,
  totalMs: row.total_ms,
});

/** The attempt with everything that was kept. */
export const toAttempt = (row: AttemptRow): LoggedAttempt => ({
  ...toResult(row),
  cause: row.cause,
  requestHeaders: row.request_headers,
  answer: toAnswer(row),
  failureDetail: row.status === null ? row.failure_detail : null,
  phases: {
    dns: row.dns_ms,
    connect: row.connect_ms,
    tls: row.tls_ms,
    firstByte: row.first_byte_ms,
    total: row.total_ms,
  },
  connection: {
    address: row.address,
    port: row.port,
    tlsVersion: row.tls_version,
    certificateIssuer: row.certificate_issuer,
    certificateExpiresAt: row.certificate_expires_at,
  },
  nextAttemptAt: row.next_attempt_at,
});

/** One column holds what went wrong: with an answer that is how its body ended. */
function toAnswer(row: AttemptRow): LoggedAttempt["answer"] {
  const { status, answer_headers, answer_body } = row;
  if (status === null || answer_headers === null || answer_body === null) return null;
  return {
    status,
    headers: answer_headers,
    body: answer_body,
    isTruncated: row.is_answer_truncated,
    bodyError: row.failure_detail,
  };
}

/** The run, to be begun or to be woken. */
export const toResentRun = (row: ResentRow): ResentRun => ({
  notificationId: row.id,
  generation: row.generation,
  isNew: row.next_cause === "resend",
});
