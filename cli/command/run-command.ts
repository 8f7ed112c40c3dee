import { SettingsError } from "@/lib/env/read-settings";
import { DomainError, type InputError } from "@/lib/kernel/rules/errors";
import { CommandError } from "./command-error";

/** Runs a command and makes its number, or 1 after an error, the exit code of this process. Expected errors are one sentence. */
export function runCommand(command: (args: readonly string[]) => Promise<number>): void {
  command(process.argv.slice(2)).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(`${sentenceOf(error)}\n`);
      process.exitCode = 1;
    },
  );
}

function sentenceOf(error: unknown): string {
  if (error instanceof DomainError) {
    return error.errors.length > 0 ? error.errors.map(sayInput).join("\n") : error.detail;
  }
  if (error instanceof CommandError || error instanceof SettingsError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** `#/expiresAt` is for programs: people read "The expires at". */
function sayInput({ pointer, detail }: InputError): string {
  const words = pointer.replace(/^#\//, "").replaceAll(/[A-Z]/g, (letter) => ` ${letter}`);
  return `The ${words.toLowerCase()} ${detail}.`;
}
