import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AuditFilter } from "@/lib/accounts/ports/audit-log";
import { AUDIT_EXPORT_FORMATS } from "@/lib/accounts/rules/audit-export";
import { headText } from "@/lib/accounts/rules/sealed-head";
import { acceptAuditHead } from "@/lib/accounts/use-cases/audit/accept-audit-head";
import { exportAudit } from "@/lib/accounts/use-cases/audit/export-audit";
import { listAudit } from "@/lib/accounts/use-cases/audit/list-audit";
import { verifyAudit } from "@/lib/accounts/use-cases/audit/verify-audit";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { command, type Given, optional, type Program, required } from "../command/command";
import { CommandError } from "../command/command-error";
import { withContainer } from "../command/with-container";
import { readAuditFilter, readHead, readKeys } from "./read-audit-options";
import { renderEntries } from "./render-entries";
import { renderVerification } from "./render-verification";

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
          const given = {
            head: head === undefined ? null : readHead(head, "auditHead"),
            previousKeys: keys,
          };
          const found = await verifyAudit(ports, given);
          process.stdout.write(renderVerification(found, given.head !== null));
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
      run: ({ limit, ...given }) =>
        withContainer(async ({ ports }) => {
          const page = { after: null, limit: readLimit(limit ?? "50") };
          return renderEntries((await listAudit(ports, filterOf(given), page)).items);
        }),
    }),
    export: command({
      does: "Writes all entries to standard output, newest first, with a line for each asset of an import.",
      parameters: { ...FILTERS, format: optional(`<${AUDIT_EXPORT_FORMATS.join("|")}>`) },
      run: ({ format = "jsonl", ...given }) =>
        withContainer(async ({ ports }) => {
          const known = AUDIT_EXPORT_FORMATS.find((name) => name === format);
          if (!known) throw new CommandError("The option --format must be csv or jsonl.");
          for await (const text of exportAudit(ports, filterOf(given), known)) await write(text);
          return 0;
        }),
    }),
  },
};

const filterOf = (given: Given<typeof FILTERS>): AuditFilter => readAuditFilter(given);

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
