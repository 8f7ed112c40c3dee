import { parseArgs } from "node:util";
import { isScope, SCOPES, type Scope } from "@/lib/kernel/rules/scopes";
import { CommandError } from "../command/command-error";

/** What the command was asked to do. */
export type ApiKeyOptions =
  | {
      readonly kind: "create";
      readonly name: string;
      readonly scopes: readonly Scope[];
      readonly expiresAt: Date | null;
    }
  | { readonly kind: "list" }
  | { readonly kind: "revoke"; readonly idOrPrefix: string };

const USAGE = `Usage: npm run api-key -- create --name <name> --scopes <scope,…|all> [--expires <2027-01-31|90d>]
       npm run api-key -- list
       npm run api-key -- revoke <id or prefix>
Scopes: ${SCOPES.join(", ")}`;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Reads the command line. @throws CommandError that says what is missing or wrong */
export function readApiKeyOptions(args: readonly string[], now: Date): ApiKeyOptions {
  const { values, positionals } = parseArguments(args);
  const [kind, idOrPrefix, ...more] = positionals;
  const hasOptions = Object.keys(values).length > 0;
  if (kind === "create" && idOrPrefix === undefined) return readCreation(values, now);
  if (kind === "list" && idOrPrefix === undefined && !hasOptions) return { kind };
  if (kind === "revoke" && more.length === 0 && !hasOptions) {
    if (idOrPrefix !== undefined) return { kind, idOrPrefix };
    throw new CommandError(`Which key is to be revoked? Name its id or its prefix.\n${USAGE}`);
  }
  throw new CommandError(USAGE);
}

function parseArguments(args: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const options = { name: text, scopes: text, expires: text };
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`${what}\n${USAGE}`, { cause });
  }
}

function readCreation(
  values: { readonly name?: string; readonly scopes?: string; readonly expires?: string },
  now: Date,
): ApiKeyOptions {
  const { name, scopes, expires } = values;
  if (name === undefined) throw new CommandError(`The option --name is missing.\n${USAGE}`);
  if (scopes === undefined) throw new CommandError(`The option --scopes is missing.\n${USAGE}`);
  const expiresAt = expires === undefined ? null : readExpiry(expires, now);
  return { kind: "create", name, scopes: readScopes(scopes), expiresAt };
}

function readScopes(text: string): readonly Scope[] {
  if (text === "all") return SCOPES;
  const words = text.split(",").map((word) => word.trim());
  const unknown = words.filter((word) => !isScope(word));
  if (unknown.length === 0) return words.filter(isScope);
  throw new CommandError(
    `There is no scope ${unknown.map((word) => `"${word}"`).join(", ")}. Scopes: ${SCOPES.join(", ")}, or all.`,
  );
}

/** A day begins at midnight UTC, and with it the key ends; days from now end at this time of the day. */
function readExpiry(text: string, now: Date): Date {
  const days = /^([1-9]\d{0,4})d$/.exec(text)?.[1];
  if (days !== undefined) return new Date(now.getTime() + Number(days) * DAY_MS);
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00.000Z` : Number.NaN);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  if (isDay) return date;
  throw new CommandError(
    `The option --expires needs a day such as 2027-01-31, or a number of days such as 90d.`,
  );
}
