import { CallFailure } from "@/lib/client/call-failure";
import { SettingsError } from "@/lib/env/read-settings";
import { DomainError, type InputError } from "@/lib/kernel/rules/errors";

/** An error that ends a command. Its message is for people: it says what is wrong and what to do. */
export class CommandError extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options);
    this.name = "CommandError";
  }
}

/**
 * An error that ends a command before it does anything, because it was called incorrectly. The program decides the exit
 * code.
 */
export class UsageError extends CommandError {}

const EXPECTED = [CommandError, SettingsError, CallFailure];

/** Returns the text of an error for people: its message if it was expected, otherwise also its origin. */
export function errorSentence(error: unknown): string {
  if (error instanceof DomainError) {
    return error.errors.length > 0 ? error.errors.map(sayInput).join("\n") : error.detail;
  }
  if (!(error instanceof Error)) return String(error);
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  return isExpected ? error.message : (error.stack ?? error.message);
}

/** A pointer such as `#/expiresAt` is for programs. For people, it becomes "The expires at". */
function sayInput({ pointer, detail }: InputError): string {
  const words = pointer.replace(/^#\//, "").replaceAll(/[A-Z]/g, (letter) => ` ${letter}`);
  return `The ${words.toLowerCase()} ${detail}.`;
}
