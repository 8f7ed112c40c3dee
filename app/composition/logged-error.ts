import pino from "pino";

/** The fields in which PostgreSQL quotes the values of a row, such as an email or a word from a document. */
const QUOTING = ["detail", "where", "internalQuery"];

/** Returns an error as the log shows it: its type, message, code and stack, without values that PostgreSQL quotes. */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fields = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(fields.filter(([name]) => !QUOTING.includes(name)));
}
