import type { NamedEntry } from "@/lib/accounts/use-cases/audit/list-audit";
import { renderTable } from "../command/text-table";

const HEADER = ["number", "time (UTC)", "who", "action", "subject", "from"];

/** Renders one aligned line per entry, newest first. */
export function renderEntries(entries: readonly NamedEntry[]): string {
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
