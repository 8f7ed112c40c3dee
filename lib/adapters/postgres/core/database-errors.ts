import { DomainError } from "@/lib/kernel/rules/errors";

/** The SQLSTATE classes and codes of temporary failures: connection, resources, operator intervention, timeouts. */
const SQL_STATES = /^(08|25P03|53|55P03|57P|57014|58)/;

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
 * Runs a database call, and throws a domain error if the database cannot be reached.
 * @throws DomainError `database-unavailable`; other errors are rethrown unchanged
 */
export async function withDatabase<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new DomainError(
      "database-unavailable",
      "The database is not available at the moment. Saved data is safe. Try again shortly.",
      { cause: error },
    );
  }
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (NETWORK_CODES.has(code) || SQL_STATES.test(code) || PG_MESSAGES.test(error.message)) {
    return true;
  }
  return error.cause !== undefined && isUnavailable(error.cause);
}
