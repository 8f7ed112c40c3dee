import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AuditFilter } from "@/lib/accounts/ports";
import {
  AUDIT_EXPORT_FORMATS,
  type AuditFault,
  type AuditHead,
  headText,
} from "@/lib/accounts/rules/audit";
import { acceptAuditHead } from "@/lib/accounts/use-cases/accept-audit-head";
import { exportAudit, listAudit, type NamedEntry } from "@/lib/accounts/use-cases/audit-log";
import { type AuditVerification, verifyAudit } from "@/lib/accounts/use-cases/verify-audit";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { AUDIT_ACTIONS } from "@/lib/kernel/rules/audit";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { command, type Input, optional, type Program, required } from "../command/command";
import { CommandError } from "../command/command-error";
import { counted, renderTable } from "../command/text-table";
import { withContainer } from "../command/with-container";

const FILTERS = {
  who: optional("<id|command>"),
  action: optional("<action>"),
  subject: optional("<part of subject>"),
  from: optional("<2026-01-31>"),
  to: optional("<2026-01-31>"),
};

const LIST_LIMIT_MAX = 1_000;

const NOTHING_TO_ACCEPT =
  "There is nothing to accept: the chain contains the sealed head, or the object store has none. If `ready` still reports `stopped`, pass the value of sealedHead in the application's log: --head <sequence:mac>\n";

/** `npm run audit`. */
export const AUDIT: Program = {
  name: "audit",
  note: "Dates are in UTC, and --to includes the given date. The head is a value from the application's log: auditHead for verify, sealedHead for accept-head.",
  commands: {
    verify: command({
      does: "Checks every entry of the chain and the sealed head. Exit code 1 means that a check failed.",
      parameters: {
        head: optional("<sequence:mac>"),
        "previous-keys": optional("<file>"),
      },
      run: ({ head, "previous-keys": file }) =>
        withContainer(async ({ ports }) => {
          const keys = file === undefined ? [] : readKeys(readText(file));
          const options = {
            head: head === undefined ? null : readHead(head, "auditHead"),
            previousKeys: keys,
          };
          const found = await verifyAudit(ports, options);
          process.stdout.write(renderVerification(found, options.head !== null));
          return found.faultCount === 0 ? 0 : 1;
        }),
    }),
    "accept-head": command({
      does: "Continues the chain although it does not contain the sealed head, such as after you restored a backup.",
      parameters: {
        reason: required("<reason>"),
        head: optional("<sequence:mac>"),
      },
      run: ({ reason, head }) =>
        withContainer(async ({ ports }) => {
          const accepted = await acceptAuditHead(ports, {
            reason: readReason(reason),
            author: COMMAND_AUTHOR,
            remembered: head === undefined ? null : readHead(head, "sealedHead"),
          });
          if (!accepted) return NOTHING_TO_ACCEPT;
          const sealed = accepted.sealed ? headText(accepted.sealed) : "damaged";
          return `Accepted ${headText(accepted.head)} instead of the sealed head (${sealed}). An audit entry names both.\n`;
        }),
    }),
    list: command({
      does: "Shows the newest entries (50 by default).",
      parameters: { ...FILTERS, limit: optional("<1-1000>") },
      run: ({ limit, ...filters }) =>
        withContainer(async ({ ports }) => {
          const page = { after: null, limit: readLimit(limit ?? "50") };
          return renderEntries((await listAudit(ports, filterOf(filters), page)).items);
        }),
    }),
    export: command({
      does: "Writes all entries to standard output, newest first, with a line for each asset of an import.",
      parameters: { ...FILTERS, format: optional(`<${AUDIT_EXPORT_FORMATS.join("|")}>`) },
      run: ({ format = "jsonl", ...filters }) =>
        withContainer(async ({ ports }) => {
          const known = AUDIT_EXPORT_FORMATS.find((name) => name === format);
          if (!known) throw new CommandError("The option --format must be csv or jsonl.");
          for await (const text of exportAudit(ports, filterOf(filters), known)) await write(text);
          return 0;
        }),
    }),
  },
};

const filterOf = (filters: Input<typeof FILTERS>): AuditFilter => readAuditFilter(filters);

const REASON_LENGTH_MAX = 500;

function readReason(text: string): string {
  const reason = text.trim();
  if (reason !== "" && reason.length <= REASON_LENGTH_MAX) return reason;
  throw new CommandError(
    `The option --reason needs a text of 1 to ${REASON_LENGTH_MAX} characters.`,
  );
}

function readLimit(text: string): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= LIST_LIMIT_MAX) return limit;
  throw new CommandError(`The option --limit must be a number from 1 to ${LIST_LIMIT_MAX}.`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new CommandError(`The --previous-keys file cannot be read: ${errorMessage(cause)}.`, {
      cause,
    });
  }
}

/** Writes text to the output. Waits if the reader is slower than the database. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

const HEADER = ["number", "time (UTC)", "who", "action", "subject", "from"];

/** Renders one aligned line per entry, newest first. */
function renderEntries(entries: readonly NamedEntry[]): string {
  if (entries.length === 0) return "No entries.\n";
  const rows = entries.map(({ sequence, at, actor, actorName, action, subject, address }) => [
    sequence === null ? "waiting" : String(sequence),
    at.toISOString().slice(0, 19).replace("T", " "),
    actorName === null ? actor : `${actorName} (${actor})`,
    action,
    subject,
    address ?? "",
  ]);
  return renderTable(HEADER, rows, ["number"]);
}

const DAY_MS = 24 * 60 * 60 * 1000;

type GivenFilter = { readonly [Name in Exclude<keyof AuditFilter, "rowsOf">]: string | undefined };

/** Builds the filter from the options. @throws CommandError */
function readAuditFilter({ who, action, subject, from, to }: GivenFilter): AuditFilter {
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
function readHead(text: string, name: "auditHead" | "sealedHead"): AuditHead {
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
function readKeys(text: string): readonly Buffer[] {
  const lines = text.split("\n").map((line) => line.trim());
  const keys = lines.filter((line) => line !== "");
  if (keys.every((line) => KEY_TEXT.test(line)))
    return keys.map((line) => Buffer.from(line, line.length === 64 ? "hex" : "base64url"));
  throw new CommandError(
    "The --previous-keys file needs one key per line, written as in STAGEDOOR_ENCRYPTION_KEY.",
  );
}

/** Renders the result of the verification, and what it cannot detect. */
function renderVerification(
  { entries, head, sealedHead, unchained, faults, faultCount }: AuditVerification,
  isHeadGiven: boolean,
): string {
  const more = faultCount - faults.length;
  return [
    ...faults.map(sentenceOf),
    ...(more > 0 ? [`${more} more ${more === 1 ? "fault is" : "faults are"} not listed.`] : []),
    faultCount === 0
      ? `${counted(entries, "entry").replace("entrys", "entries")} verified. No faults were found.`
      : `${counted(faultCount, "fault")} found in ${entries} entries.`,
    ...(head ? [`Head: ${headText(head)}`] : []),
    sealedHead
      ? `Sealed head: ${headText(sealedHead)}, sealed at ${sealedHead.at.toISOString()}.`
      : "Sealed head: none that could be used.",
    ...(unchained > 0 ? [`Not chained yet, and therefore not verified: ${unchained}.`] : []),
    "",
    "This check cannot detect:",
    "- changes by anyone who has the encryption key and can therefore write a new chain;",
    "- entries that were changed or deleted before they were chained (an entry is chained about a second after it is written);",
    sealedHead
      ? "- entries removed from the end, after the sealed head (it is sealed at most 10 seconds after an entry is chained);"
      : "- entries removed from the end, because there is no sealed head to compare them with;",
    isHeadGiven
      ? "- an earlier sealed head that was put back together with an earlier state of the database, after the head you gave."
      : "- an earlier sealed head that was put back together with an earlier state of the database. To detect that, pass a head from the application's log: --head <sequence:mac>",
    "",
  ].join("\n");
}

function sentenceOf(fault: AuditFault): string {
  switch (fault.kind) {
    case "changed":
      return `Entry ${fault.sequence} (id ${fault.id}) was changed.`;
    case "moved":
      return `Entry ${fault.sequence} (id ${fault.id}) was moved. It belongs at ${fault.belongsAt}.`;
    case "repeated":
      return `Entry ${fault.sequence} (id ${fault.id}) has a number that was already used.`;
    case "rows-changed":
      return `The rows of entry ${fault.sequence} (id ${fault.id}) were changed.`;
    case "missing":
      return fault.from === fault.to
        ? `Entry ${fault.from} is missing. The next entry cannot be verified.`
        : `Entries ${fault.from} to ${fault.to} are missing. The next entry cannot be verified.`;
    case "unknown-key":
      return `${entriesWere(fault)} chained with a different key (${fault.keyId}) and could not be verified. Pass a file containing that key with --previous-keys <file>.`;
    case "older-key":
      return `Entry ${fault.sequence} (id ${fault.id}) was chained with an earlier key after the current one was in use.`;
    case "other-head":
      return `Entry ${fault.sequence} is not the one in the ${headName(fault)}: the chain was rewritten.`;
    case "cut-off":
      return `The chain ends before entry ${fault.sequence}, which is in the ${headName(fault)}: entries were removed from its end.`;
    case "sealed-head-damaged":
      return "The sealed head (audit/head in the object store) was not written by Stagedoor, or somebody changed it.";
    case "sealed-head-unreadable":
      return `The sealed head (audit/head in the object store) could not be read: ${errorMessage(fault.cause)}`;
    case "sealed-head-unknown-key":
      return `The sealed head was sealed with a different key (${fault.keyId}) and could not be verified. Pass a file containing that key with --previous-keys <file>.`;
  }
}

const headName = ({ isSealed }: { readonly isSealed: boolean }) =>
  isSealed ? "sealed head" : "given head";

const entriesWere = ({ from, to }: { readonly from: bigint; readonly to: bigint }) =>
  from === to ? `Entry ${from} was` : `Entries ${from} to ${to} were`;
