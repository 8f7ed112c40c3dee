import pino from "pino";

/** The fields in which PostgreSQL quotes the values of a row, such as an email or a word from a document. */
const QUOTING = ["detail", "where", "internalQuery"];

/** Deeper parts of an error are left out of the log. Prisma keeps PostgreSQL's error four levels down. */
const DEPTH_MAX = 6;

/** Returns an error as the log shows it: its type, message, code and stack, without values that PostgreSQL quotes. */
export function loggedError(error: unknown): unknown {
  return error instanceof Error
    ? withoutQuotes({ ...pino.stdSerializers.err(error) }, DEPTH_MAX)
    : error;
}

function withoutQuotes(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return value.map((each) => withoutQuotes(each, depth - 1));
  const safe = Object.entries(value).filter(([name]) => !QUOTING.includes(name));
  return Object.fromEntries(safe.map(([name, each]) => [name, withoutQuotes(each, depth - 1)]));
}
