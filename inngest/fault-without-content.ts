import { DomainError } from "@/lib/kernel/rules/errors";

/** So many places of the stack say where it was. */
const PLACES_MAX = 5;

/**
 * An error that the engine and the log may keep: messages of strangers' code may quote the document, so only our own are told, and
 * of all others the kind, the code and the places in the program.
 */
export function faultWithoutContent(error: unknown): Error {
  if (error instanceof DomainError) return withoutCause(error.message, "");
  if (!(error instanceof Error)) return withoutCause("something that is no error was thrown", "");
  const code = "code" in error && typeof error.code === "string" ? ` ${error.code}` : "";
  return withoutCause(`${error.name}${code}`, placesOf(error));
}

/** Whatever is thrown goes to the engine and the log: without a word of the document. */
export async function safely<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw faultWithoutContent(error);
  }
}

/** The message stands before the places, and may hold lines that look like one. */
function placesOf({ name, message, stack = "" }: Error): string {
  const head = message === "" ? name : `${name}: ${message}`;
  return stack.startsWith(head) ? stack.slice(head.length) : "";
}

function withoutCause(message: string, stack: string): Error {
  const places = stack.split("\n").filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
  const fault = new Error(message);
  fault.stack = [`Error: ${message}`, ...places.slice(0, PLACES_MAX)].join("\n");
  return fault;
}
