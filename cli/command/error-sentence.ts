import { CallFailure } from "@/lib/client/call-failure";
import { SettingsError } from "@/lib/env/read-settings";
import { DomainError, type InputError } from "@/lib/kernel/rules/errors";
import { CommandError } from "./command-error";

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
