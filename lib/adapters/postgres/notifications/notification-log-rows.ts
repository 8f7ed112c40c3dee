import type {
  AttemptResult,
  LoggedAttempt,
  LoggedNotification,
} from "@/lib/notifications/log-ports";
import type { ConnectionFacts, PhasesMs } from "@/lib/notifications/ports";

/** A row of a list. If there is no attempt, every column of the attempt is null. */
export type ListedRow = Omit<LoggedNotification, "lastAttempt"> &
  Omit<AttemptResult, "at"> & { readonly at: Date | null };

/** A row of `delivery_attempt`. */
export type AttemptRow = AttemptResult &
  Pick<LoggedAttempt, "cause" | "author" | "requestHeaders" | "failureDetail" | "nextAttemptAt"> &
  Omit<PhasesMs, "total"> &
  ConnectionFacts & {
    readonly answerHeaders: Readonly<Record<string, string>> | null;
    readonly answerBody: Buffer | null;
    readonly isTruncated: boolean;
  };

/** Converts a row of a list. */
export function toLogged(row: ListedRow): LoggedNotification {
  const { id, state, isTest, isResend, itemCount, attempts } = row;
  const { at, nextAttemptAt, nextCause, createdAt, settledAt } = row;
  return {
    id,
    state,
    isTest,
    isResend,
    itemCount,
    attempts,
    nextAttemptAt,
    nextCause,
    createdAt,
    settledAt,
    lastAttempt: at && { at, ...toResult(row) },
  };
}

const toResult = (row: Omit<AttemptResult, "at">) => {
  const { url, status, failureCode, location, certificateExpiresAt, totalMs } = row;
  return { url, status, failureCode, location, certificateExpiresAt, totalMs };
};

/** Converts an attempt with all its details. */
export function toAttempt(row: AttemptRow): LoggedAttempt {
  const { at, cause, author, requestHeaders, failureDetail, nextAttemptAt } = row;
  const { dns, connect, tls, firstByte, totalMs } = row;
  const { address, port, tlsVersion, certificateIssuer, certificateExpiresAt } = row;
  return {
    ...toResult(row),
    at,
    cause,
    author,
    requestHeaders,
    nextAttemptAt,
    answer: toAnswer(row),
    failureDetail: row.status === null ? failureDetail : null,
    phases: { dns, connect, tls, firstByte, total: totalMs },
    connection: { address, port, tlsVersion, certificateIssuer, certificateExpiresAt },
  };
}

/** A single column holds the error. If there was a response, it is the error in the response body. */
function toAnswer(row: AttemptRow): LoggedAttempt["answer"] {
  const { status, answerHeaders: headers, answerBody: body, isTruncated, failureDetail } = row;
  if (status === null || headers === null || body === null) return null;
  return { status, headers, body, isTruncated, bodyError: failureDetail };
}
