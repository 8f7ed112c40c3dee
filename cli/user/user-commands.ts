import { parseArgs } from "node:util";
import { CommandError } from "../command/command-error";

/** What the command was asked to do. Passwords never stand in the command line, which other programs and the history can read. */
export type UserOptions =
  | {
      readonly kind: "create";
      readonly email: string;
      /** null: the email stands for it. */
      readonly name: string | null;
      readonly isPasswordGiven: boolean;
    }
  | { readonly kind: "list" }
  | { readonly kind: "reset-password"; readonly email: string; readonly isPasswordGiven: boolean }
  | { readonly kind: "deactivate"; readonly email: string };

const USAGE = `Usage: npm run user -- create --email <email> [--name <name>] [--password-stdin]
       npm run user -- list
       npm run user -- reset-password <email> [--password-stdin]
       npm run user -- deactivate <email>
A password is made and shown once; with --password-stdin it is the first line of the standard input instead.`;

/** Reads the command line. @throws CommandError that says what is missing or wrong */
export function readUserOptions(args: readonly string[]): UserOptions {
  const { values, positionals } = parseArguments(args);
  const { email, name, "password-stdin": isPasswordGiven = false } = values;
  const [kind, whom, ...more] = positionals;
  const isAboutNobody = email === undefined && name === undefined;
  if (more.length > 0) throw new CommandError(USAGE);
  if (kind === "create" && whom === undefined) {
    if (email === undefined) throw new CommandError(`The option --email is missing.\n${USAGE}`);
    return { kind, email, name: name ?? null, isPasswordGiven };
  }
  if (kind === "list" && whom === undefined && isAboutNobody && !isPasswordGiven) return { kind };
  if (kind === "reset-password" && isAboutNobody) {
    return { kind, email: named(whom), isPasswordGiven };
  }
  if (kind === "deactivate" && isAboutNobody && !isPasswordGiven) {
    return { kind, email: named(whom) };
  }
  throw new CommandError(USAGE);
}

function named(whom: string | undefined): string {
  if (whom !== undefined) return whom;
  throw new CommandError(`Which user is it? Name the email.\n${USAGE}`);
}

function parseArguments(args: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const options = { email: text, name: text, "password-stdin": { type: "boolean" } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`${what}\n${USAGE}`, { cause });
  }
}
