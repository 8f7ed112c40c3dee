import { createHash } from "node:crypto";
import type { AuditChain, ChainedEntry } from "../../ports/audit-chain";
import { auditRowText } from "../../rules/audit-text";

type RowPorts = Pick<AuditChain, "findWithRows" | "readRows">;

const READ_AT_ONCE = 1_000;

/**
 * Returns the entries whose rows are not those that they were written with: an entry with many rows, such as an import of
 * assets, has a digest of them in its state, which the chain covers. An entry without a digest must not have rows.
 */
export async function findChangedRows(
  auditChain: RowPorts,
  entries: readonly ChainedEntry[],
): Promise<readonly ChainedEntry[]> {
  const withRows = new Set(await auditChain.findWithRows(entries.map(({ columns }) => columns.id)));
  const changed: ChainedEntry[] = [];
  for (const entry of entries) {
    const { id, after } = entry.columns;
    const expected = digestIn(after);
    if (expected === null && !withRows.has(id)) continue;
    if (expected !== (await digestOf(auditChain, id))) changed.push(entry);
  }
  return changed;
}

function digestIn(after: string | null): string | null {
  if (after === null || !after.includes("rowsDigest")) return null;
  const state: unknown = JSON.parse(after);
  const isObject = typeof state === "object" && state !== null && "rowsDigest" in state;
  return isObject && typeof state.rowsDigest === "string" ? state.rowsDigest : null;
}

async function digestOf(auditChain: RowPorts, entryId: string): Promise<string> {
  const hash = createHash("sha256");
  let after: string | null = null;
  let page: Awaited<ReturnType<RowPorts["readRows"]>>;
  do {
    page = await auditChain.readRows(entryId, after, READ_AT_ONCE);
    for (const row of page) {
      if (after !== null) hash.update("\n");
      hash.update(auditRowText(row));
      after = row.id;
    }
  } while (page.length === READ_AT_ONCE);
  return hash.digest("hex");
}
