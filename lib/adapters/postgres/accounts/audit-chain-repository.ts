import type pg from "pg";
import sql from "sql-template-tag";
import type { AuditChain, AuditLink, ChainedEntry, HeldChain } from "@/lib/accounts/ports";
import type { AuditColumns, AuditHead, AuditRowColumns } from "@/lib/accounts/rules/audit";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery, statement } from "../core/query";
import { queryAtOnce } from "../core/query-at-once";
import { onConnection } from "../core/transaction";

/**
 * The advisory lock that a process holds while it extends the chain, until it commits. The number is arbitrary, but
 * nothing else in the product may use it.
 */
const CHAINING_LOCK = 7_305_260_123;

/**
 * The columns as text formatted by PostgreSQL. The text does not depend on how a program formats numbers or times, and is
 * the same in a restored copy of the database.
 */
const COLUMNS = sql`id::text, extract(epoch FROM at)::text AS at, actor, address, request_id::text AS "requestId", action, subject,
    before::text, after::text`;

const FIRST = { sequence: "-9223372036854775808", id: "-9223372036854775808" };

const HEAD = sql`SELECT sequence, mac FROM audit_entry WHERE sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1`;

/** The SQL statements of the chain, exported to test their query plans. */
export const AUDIT_CHAIN_STATEMENTS = {
  /** Does not use EXISTS, for the reason given at `hasUnnumbered` of the status feed. */
  look: statement(
    "audit-look",
    () => sql`
SELECT waiting.id IS NOT NULL AS "isUnchained", head.sequence, head.mac
FROM (SELECT (SELECT id FROM audit_entry WHERE sequence IS NULL ORDER BY id LIMIT 1) AS id) AS waiting
LEFT JOIN (${HEAD}) AS head ON true`,
  ),
  countUnchained: statement(
    "audit-count-unchained",
    () => sql`SELECT count(*)::int AS count FROM audit_entry WHERE sequence IS NULL`,
  ),
  /**
   * This is a separate statement, because only a statement that starts after the lock has been acquired sees everything
   * that the previous holder committed.
   */
  lock: statement("audit-lock", () => sql`SELECT pg_advisory_xact_lock(${CHAINING_LOCK})`),
  head: statement("audit-head", () => HEAD),
  mac: statement<{ sequence: string }>(
    "audit-mac",
    ({ sequence }) => sql`SELECT mac FROM audit_entry WHERE sequence = ${sequence}`,
  ),
  unchained: statement<{ countMax: number }>(
    "audit-unchained",
    ({ countMax }) =>
      sql`SELECT ${COLUMNS} FROM audit_entry WHERE sequence IS NULL ORDER BY audit_entry.id LIMIT ${countMax}`,
  ),
  chain: statement<{
    ids: readonly string[];
    sequences: readonly string[];
    macs: readonly Buffer[];
    keyIds: readonly string[];
  }>(
    "audit-chain",
    ({ ids, sequences, macs, keyIds }) => sql`
UPDATE audit_entry SET sequence = link.sequence, mac = link.mac, key_id = link.key_id
FROM unnest(${ids}::bigint[], ${sequences}::bigint[], ${macs}::bytea[], ${keyIds}::text[]) AS link (id, sequence, mac, key_id)
WHERE audit_entry.id = ANY (${ids}::bigint[]) AND audit_entry.id = link.id AND audit_entry.sequence IS NULL`,
  ),
  read: statement<{ afterSequence: string; afterId: string; limit: number }>(
    "audit-read-chain",
    ({ afterSequence, afterId, limit }) => sql`
SELECT sequence, mac, key_id AS "keyId", ${COLUMNS} FROM audit_entry
WHERE sequence IS NOT NULL AND (sequence, audit_entry.id) > (${afterSequence}, ${afterId})
ORDER BY sequence, audit_entry.id LIMIT ${limit}`,
  ),
  findWithRows: statement<{ ids: readonly string[] }>(
    "audit-find-with-rows",
    ({ ids }) =>
      sql`SELECT DISTINCT entry_id::text AS id FROM audit_row WHERE entry_id = ANY (${ids}::bigint[])`,
  ),
  readRows: statement<{ entryId: string; afterId: string; limit: number }>(
    "audit-read-rows",
    ({ entryId, afterId, limit }) => sql`
SELECT audit_row.id::text, subject, before::text, after::text FROM audit_row
WHERE entry_id = ${entryId} AND audit_row.id > ${afterId} ORDER BY audit_row.id LIMIT ${limit}`,
  ),
  write: statement<{ note: string; before: string; after: string }>(
    "audit-write",
    ({ note, before, after }) => sql`
WITH changed AS (SELECT ${before}::jsonb AS before, ${after}::jsonb AS after)${auditStatement({
      note,
      changed: "changed",
      before: sql`changed.before`,
      after: sql`changed.after`,
    })}`,
  ),
} as const;

type HeadRow = { readonly sequence: string; readonly mac: Buffer };
type LookRow = { readonly isUnchained: boolean } & (HeadRow | { readonly sequence: null });
type RowRow = AuditRowColumns & { readonly id: string };
type ChainedRow = AuditColumns & HeadRow & { readonly keyId: string };

/** Stores the audit chain in PostgreSQL. This process computes the MACs, because the key must not be in the database. */
export function createAuditChain(pool: pg.Pool): AuditChain {
  const query = createQuery(pool);
  return {
    async look() {
      const { rows } = await query<LookRow>(AUDIT_CHAIN_STATEMENTS.look());
      const [row] = rows;
      const head = row === undefined || row.sequence === null ? null : toHead(row);
      return { isUnchained: row?.isUnchained === true, head };
    },
    async countUnchained() {
      const { rows } = await query<{ count: number }>(AUDIT_CHAIN_STATEMENTS.countUnchained());
      return rows[0]?.count ?? 0;
    },
    hold: (work) =>
      onConnection(pool, async (client) => {
        await queryAtOnce(client, ["BEGIN", AUDIT_CHAIN_STATEMENTS.lock()]);
        const result = await work(heldOn(client));
        await client.query("COMMIT");
        return result;
      }),
    async findHead() {
      const { rows } = await query<HeadRow>(AUDIT_CHAIN_STATEMENTS.head());
      return toHead(rows[0]);
    },
    async read(after, limit) {
      const { sequence, id } = after ?? FIRST;
      const page = { afterSequence: String(sequence), afterId: id, limit };
      const { rows } = await query<ChainedRow>(AUDIT_CHAIN_STATEMENTS.read(page));
      return rows.map(toChained);
    },
    async findWithRows(ids) {
      const { rows } = await query<{ id: string }>(AUDIT_CHAIN_STATEMENTS.findWithRows({ ids }));
      return rows.map(({ id }) => id);
    },
    async readRows(entryId, after, limit) {
      const page = { entryId, afterId: after ?? FIRST.id, limit };
      return (await query<RowRow>(AUDIT_CHAIN_STATEMENTS.readRows(page))).rows;
    },
  };
}

function heldOn(client: pg.ClientBase): HeldChain {
  const { head, mac, write } = AUDIT_CHAIN_STATEMENTS;
  return {
    async findHead() {
      const { rows } = await client.query<HeadRow>(head());
      return toHead(rows[0]);
    },
    async findMac(sequence) {
      const finding = mac({ sequence: String(sequence) });
      const { rows } = await client.query<Pick<HeadRow, "mac">>(finding);
      return rows[0]?.mac ?? null;
    },
    chainNext: (countMax, link) => chainNext(client, countMax, link),
    async write(note, { before, after }) {
      const states = { before: JSON.stringify(before), after: JSON.stringify(after) };
      await client.query(write({ note: auditParameter(note), ...states }));
    },
  };
}

async function chainNext(
  client: pg.ClientBase,
  countMax: number,
  link: Parameters<HeldChain["chainNext"]>[1],
): Promise<number> {
  const { head, unchained, chain } = AUDIT_CHAIN_STATEMENTS;
  const [last, waiting] = await queryAtOnce(client, [head(), unchained({ countMax })]);
  const entries: readonly AuditColumns[] = waiting?.rows ?? [];
  const links = entries.length > 0 ? link(toHead(last?.rows[0]), entries) : [];
  if (links.length === 0) return 0;
  const { rowCount } = await client.query(chain(chainValues(entries, links)));
  if (rowCount !== links.length)
    throw new Error("an audit entry changed while it was being chained");
  return links.length;
}

const chainValues = (entries: readonly AuditColumns[], links: readonly AuditLink[]) => ({
  ids: entries.map(({ id }) => id),
  sequences: links.map(({ sequence }) => String(sequence)),
  macs: links.map(({ mac }) => mac),
  keyIds: links.map(({ keyId }) => keyId),
});

const toHead = (row: HeadRow | undefined): AuditHead | null =>
  row ? { sequence: BigInt(row.sequence), mac: row.mac } : null;

const toChained = ({ sequence, mac, keyId, ...columns }: ChainedRow): ChainedEntry => ({
  sequence: BigInt(sequence),
  mac,
  keyId,
  columns,
});
