import type { AuditFilter } from "@/lib/accounts/ports/audit-log";
import type { AuditHead } from "@/lib/accounts/rules/sealed-head";
import { AUDIT_ACTIONS } from "@/lib/kernel/rules/audit";
import { CommandError } from "../command/command-error";

const DAY_MS = 24 * 60 * 60 * 1000;

type GivenFilter = { readonly [Name in Exclude<keyof AuditFilter, "rowsOf">]: string | undefined };

/** Builds the filter from the options. @throws CommandError */
export function readAuditFilter({ who, action, subject, from, to }: GivenFilter): AuditFilter {
  if (action !== undefined && !AUDIT_ACTIONS.some((known) => known === action)) {
    throw new CommandError(`There is no action "${action}". Actions: ${AUDIT_ACTIONS.join(", ")}.`);
  }
  return {
    who: who ?? null,
    action: action ?? null,
    subject: subject ?? null,
    rowsOf: null,
    from: from === undefined ? null : readDay("from", from),
    to: to === undefined ? null : new Date(readDay("to", to).getTime() + DAY_MS),
  };
}

function readDay(name: string, text: string): Date {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00.000Z` : Number.NaN);
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)) return date;
  throw new CommandError(`The option --${name} takes a date such as 2027-01-31.`);
}

/**
 * Parses a head of the audit chain, in the format in which the application logs it.
 * @param name the name of the value in the log
 * @throws CommandError
 */
export function readHead(text: string, name: "auditHead" | "sealedHead"): AuditHead {
  const [, sequence, mac] = /^([1-9]\d{0,17}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  if (sequence === undefined || mac === undefined) {
    throw new CommandError(
      `The option --head takes the value of ${name} from the application's log: a number, a colon and 64 hexadecimal digits.`,
    );
  }
  return { sequence: BigInt(sequence), mac: Buffer.from(mac, "hex") };
}

const KEY_TEXT = /^([\da-f]{64}|[\w-]{43})$/i;

/** Parses encryption keys, one per line. @throws CommandError, whose message never contains the keys */
export function readKeys(text: string): readonly Buffer[] {
  const lines = text.split("\n").map((line) => line.trim());
  const keys = lines.filter((line) => line !== "");
  if (keys.every((line) => KEY_TEXT.test(line)))
    return keys.map((line) => Buffer.from(line, line.length === 64 ? "hex" : "base64url"));
  throw new CommandError(
    "The --previous-keys file needs one key per line, written as in STAGEDOOR_ENCRYPTION_KEY.",
  );
}
