import type { AuditFault } from "@/lib/accounts/rules/audit-fault";
import { headText } from "@/lib/accounts/rules/sealed-head";
import type { AuditVerification } from "@/lib/accounts/use-cases/audit/verify-audit";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { counted } from "../command/text-table";

/** Renders the result of the verification, and what it cannot detect. */
export function renderVerification(
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
