import { DomainError, type ErrorCode } from "@/lib/kernel/rules/errors";

/** The SQLSTATE classes and codes of temporary failures: connection, resources, operator intervention, timeouts. */
const SQL_STATES = /^(08|25P03|53|55P03|57P|57014|58)/;

/**
 * Other SQLSTATEs that a caller can act on: those of the function `audit_note`, whose author lost the right to make
 * changes (decision 0080), and a deadlock, for example between administrators who end each other's sessions.
 */
const REFUSALS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  SD001: ["sign-in-required", "Your session ended before this change was saved. Sign in again."],
  SD002: [
    "invalid-api-key",
    "This API key was revoked or expired before this change was saved. Ask an administrator for a valid key.",
  ],
  "40P01": [
    "too-much-contention",
    "Somebody changed the same thing at the same moment, and this change was not saved. Try again.",
  ],
};

/** Node's and Prisma's codes for an unreachable server. */
const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ETIMEDOUT",
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
]);

/** Messages from pg itself, which sets no code for these failures. */
const PG_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client was closed/;

/**
 * Runs a database call, and throws a domain error if the database cannot be reached, or if the author of an audited change
 * may no longer make it.
 * @throws DomainError `database-unavailable`, `too-much-contention`, `sign-in-required`, `invalid-api-key`; other errors are rethrown unchanged
 */
export async function withDatabase<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const refusal = REFUSALS[codeOf(error)];
    if (refusal) throw new DomainError(...refusal, { cause: error });
    if (!isUnavailable(error)) throw error;
    throw new DomainError(
      "database-unavailable",
      "The database is not available at the moment. Saved data is safe. Try again shortly.",
      { cause: error },
    );
  }
}

function isUnavailable(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, originalCode, message, errors, cause, meta } = error as Readonly<
    Record<string, unknown>
  >;
  const codes = [code, originalCode].filter((one) => typeof one === "string");
  if (codes.some((one) => NETWORK_CODES.has(one) || SQL_STATES.test(one))) return true;
  if (typeof message === "string" && PG_MESSAGES.test(message)) return true;
  const inner = Array.isArray(errors) ? errors : [];
  return [...inner, cause, driverErrorOf(meta)].some(isUnavailable);
}

/** Prisma reports most failures of a statement as P2039 or P2010, and PostgreSQL's code only in here. */
const driverErrorOf = (meta: unknown): unknown =>
  typeof meta === "object" && meta !== null && "driverAdapterError" in meta
    ? meta.driverAdapterError
    : null;

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
