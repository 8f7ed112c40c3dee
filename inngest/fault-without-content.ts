import { DomainError, stackPlaces } from "@/lib/kernel/rules/errors";

/** The maximum number of stack frames to keep. */
const PLACES_MAX = 5;

/**
 * Returns an error that the engine and the log may store. It keeps only our own messages, because messages from
 * third-party code may quote the document; for other errors, it keeps the type, the code and the stack frames.
 */
export function faultWithoutContent(error: unknown): Error {
  if (error instanceof DomainError) return withoutCause(error.message);
  if (!(error instanceof Error)) return withoutCause("a value that is not an Error was thrown");
  const code = "code" in error && typeof error.code === "string" ? ` ${error.code}` : "";
  return withoutCause(`${error.name}${code}`, stackPlaces(error));
}

/**
 * Does work and removes document content from its errors, because errors reach the engine and the log, which must not
 * contain text from the document.
 */
export async function safely<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw faultWithoutContent(error);
  }
}

function withoutCause(message: string, places: readonly string[] = []): Error {
  const fault = new Error(message);
  fault.stack = [`Error: ${message}`, ...places.slice(0, PLACES_MAX)].join("\n");
  return fault;
}
