import { parseArgs } from "node:util";
import { CommandError } from "../command/command-error";

/** What the command was asked to do. */
export type EngineOptions =
  | { readonly kind: "runs"; readonly query: URLSearchParams }
  | { readonly kind: "run" | "retry"; readonly id: string };

const STATUSES = ["running", "completed", "failed", "cancelled"];
const LIMIT_DEFAULT = "20";
const LIMIT_MAX = 1000;

const USAGE = `Usage: npm run engine -- runs [--status ${STATUSES.join("|")}] [--function <id>] [--limit <number>]
       npm run engine -- run <id>
       npm run engine -- retry <id>`;

/** Reads the command line. @throws CommandError that says what is missing or wrong */
export function readEngineOptions(args: readonly string[]): EngineOptions {
  const { values, positionals } = parseArguments(args);
  const [kind, id, ...more] = positionals;
  if (kind === "runs" && id === undefined) return { kind, query: readFilter(values) };
  const isOne = (kind === "run" || kind === "retry") && more.length === 0;
  if (!isOne || Object.keys(values).length > 0) throw new CommandError(USAGE);
  if (id === undefined) throw new CommandError(`Which run? Name its id.\n${USAGE}`);
  return { kind, id };
}

function parseArguments(args: readonly string[]) {
  try {
    const text = { type: "string" } as const;
    const options = { status: text, function: text, limit: text };
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`${what}\n${USAGE}`, { cause });
  }
}

function readFilter(values: { status?: string; function?: string; limit?: string }) {
  const { status, limit = LIMIT_DEFAULT } = values;
  if (status !== undefined && !STATUSES.includes(status)) {
    throw new CommandError(`There is no status "${status}". Statuses: ${STATUSES.join(", ")}.`);
  }
  if (!/^[1-9]\d{0,3}$/.test(limit) || Number(limit) > LIMIT_MAX) {
    throw new CommandError(`The option --limit needs a number from 1 to ${LIMIT_MAX}.`);
  }
  return new URLSearchParams({ ...values, limit });
}
