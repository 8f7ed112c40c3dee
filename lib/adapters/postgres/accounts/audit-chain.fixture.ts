import type pg from "pg";
import type { AuditHead } from "@/lib/accounts/rules/audit";
import { createInMemorySealedHeads } from "@/lib/accounts/testing/in-memory-sealed-heads";
import { acceptAuditHead } from "@/lib/accounts/use-cases/accept-audit-head";
import { type AuditChaining, createAuditChaining } from "@/lib/accounts/use-cases/chain-audit";
import { type VerifyInput, verifyAudit } from "@/lib/accounts/use-cases/verify-audit";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { createAuditSeals } from "../../secrets/audit-seals";
import { createAuditChain } from "./audit-chain-repository";

/** The encryption key that these tests use. `NEWER_KEY` replaces it. */
export const KEY = Buffer.alloc(32, 7);
export const NEWER_KEY = Buffer.alloc(32, 8);

/** Sets up the chain in an empty database, with functions that write entries and tamper with them. */
export function arrangeChain(pool: pg.Pool) {
  const sealedHeads = createInMemorySealedHeads();
  const clock = createFixedClock();
  const ports = (key: Buffer) => ({
    auditChain: createAuditChain(pool),
    auditSeals: createAuditSeals(key),
    sealedHeads,
    clock,
  });
  const rows = async () =>
    (
      await pool.query<{ id: string; sequence: string | null; subject: string }>(
        "SELECT id, sequence, subject FROM audit_entry ORDER BY sequence, id",
      )
    ).rows;
  return {
    rows,
    sealedHeads,
    clock,
    /** Creates the chaining of another process, with its own memory. */
    process: (key = KEY): AuditChaining => createAuditChaining(ports(key)),
    /** Chains in a process that has just started. */
    chain: (key = KEY) => createAuditChaining(ports(key)).chain(),
    accept: (reason: string, remembered: AuditHead | null = null) =>
      acceptAuditHead(ports(KEY), { reason, author: COMMAND_AUTHOR, remembered }),
    verify: (overrides: Partial<VerifyInput> = {}, key = KEY) =>
      verifyAudit(ports(key), { head: null, previousKeys: [], ...overrides }),
    head: () => createAuditChain(pool).findHead(),
    /** Writes entries whose subjects are numbered from 1. */
    write: async (count: number) => void (await pool.query(INSERT, [count])),
    /** Runs SQL that the owner of the table may run but the application may not. */
    meddle: async (text: string) => {
      await pool.query(
        `ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_kept; ${text}; ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_kept`,
      );
    },
  };
}

/** Writes $1 entries whose subjects are numbered from 1. */
export const INSERT = `
INSERT INTO audit_entry (at, actor, address, request_id, action, subject, before, after)
SELECT timestamptz '2026-01-01' + n * interval '1 s', 'administrator:7', '192.0.2.7', gen_random_uuid(), 'asset-changed',
  'asset:' || n, '{"name": "Hof"}', '{"name": "Haus", "price": 1.50}'
FROM generate_series(1, $1::int) AS n`;
