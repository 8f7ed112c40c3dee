import type pg from "pg";
import { describe, expect, test } from "vitest";
import type { AuditFilter } from "@/lib/accounts/ports";
import { createInMemoryActorNames } from "@/lib/accounts/testing/in-memory-actor-names";
import { exportAudit } from "@/lib/accounts/use-cases/audit-log";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { arrangeChain } from "./audit-chain.fixture";
import { createAuditLog } from "./audit-log";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

const NO_FILTER: AuditFilter = {
  who: null,
  action: null,
  subject: null,
  rowsOf: null,
  from: null,
  to: null,
};

/** Two entries about assets, and an import of 1,200 assets between them. */
async function arrange() {
  const { pool } = await openEmptyDatabase();
  const { rows } = await pool.query<{ id: string }>(`
    INSERT INTO audit_entry (at, actor, action, subject, after)
    VALUES ('2026-03-01', 'administrator:7', 'asset-created', 'asset:HOF_1', NULL),
      ('2026-03-02', 'administrator:7', 'assets-imported', 'assets', '{"rowsDigest": ""}'),
      ('2026-03-03', 'administrator:8', 'asset-changed', 'asset:HOFX1', NULL)
    RETURNING id`);
  const imported = BigInt(rows[1]?.id ?? 0);
  await pool.query(
    `INSERT INTO audit_row (entry_id, subject, after)
     SELECT $1, 'asset:N-' || lpad(n::text, 4, '0'), '{"name": "Haus"}' FROM generate_series(1, 1200) AS n`,
    [String(imported)],
  );
  const ports = { auditLog: createAuditLog(pool), actorNames: createInMemoryActorNames() };
  return {
    pool,
    imported,
    subjects: async (filter: Partial<AuditFilter>) => {
      const page = { after: null, limit: 2_000 };
      const found = await ports.auditLog.list({ ...NO_FILTER, ...filter }, page);
      return found.map(({ subject }) => subject);
    },
    list: ports.auditLog.list,
    exported: async (filter: Partial<AuditFilter>) => {
      const parts: string[] = [];
      for await (const part of exportAudit(ports, { ...NO_FILTER, ...filter }, "jsonl"))
        parts.push(part);
      const lines = parts.join("").trimEnd().split("\n");
      return lines.map((line) => JSON.parse(line).subject as string);
    },
  };
}

describe("the filter for a subject", () => {
  test.each([
    ["asset:HOF_1", ["asset:HOF_1"]],
    ["hof", ["asset:HOFX1", "asset:HOF_1"]],
    ["F_1", ["asset:HOF_1"]],
    ["N-0007", ["assets"]],
    ["asset", ["asset:HOFX1", "assets", "asset:HOF_1"]],
    ["%", []],
  ])("%j matches parts, also of the rows of an entry", async (subject, expected) => {
    const { subjects } = await arrange();
    expect(await subjects({ subject })).toEqual(expected);
  });

  test("combines with the others", async () => {
    const { subjects } = await arrange();
    expect(await subjects({ subject: "hof", who: "7" })).toEqual(["asset:HOF_1"]);
    expect(await subjects({ subject: "N-", action: "assets-imported" })).toEqual(["assets"]);
    expect(await subjects({ subject: "N-", action: "asset-created" })).toEqual([]);
  });
});

describe("the rows of an entry", () => {
  test("are counted, and listed page by page with everything else from the entry", async () => {
    const { list, imported } = await arrange();
    const [, entry] = await list(NO_FILTER, { after: null, limit: 10 });
    expect(entry).toMatchObject({ id: imported, rowCount: 1_200 });
    const filter = { ...NO_FILTER, rowsOf: imported };
    const first = await list(filter, { after: null, limit: 1_000 });
    const last = first.at(-1) ?? null;
    const second = await list(filter, { after: last, limit: 1_000 });
    expect([first.length, second.length]).toEqual([1_000, 200]);
    expect(second.at(-1)).toMatchObject({
      actor: "administrator:7",
      action: "assets-imported",
      subject: "asset:N-1200",
      after: { name: "Haus" },
      rowCount: 0,
    });
  });

  test("can be filtered, too", async () => {
    const { subjects, imported } = await arrange();
    const found = await subjects({ rowsOf: imported, subject: "-000" });
    expect(found).toHaveLength(9);
    expect(await subjects({ rowsOf: imported, who: "8" })).toEqual([]);
  });

  test("follow their entry in an export, if they match the filter", async () => {
    const { exported, imported } = await arrange();
    expect(await exported({})).toHaveLength(1_203);
    expect(await exported({ subject: "n-0007" })).toEqual(["assets", "asset:N-0007"]);
    expect(await exported({ rowsOf: imported })).toHaveLength(1_200);
  });

  test.each([
    "UPDATE audit_row SET subject = 'x'",
    "DELETE FROM audit_row",
    "TRUNCATE audit_row",
    "TRUNCATE audit_entry CASCADE",
  ])("are kept: %s is rejected", async (text) => {
    const { pool } = await arrange();
    await expect(pool.query(text)).rejects.toThrow("can neither be changed nor deleted");
  });

  test.each([
    "UPDATE audit_row SET subject = 'asset:N-2' WHERE subject = 'asset:N-1'",
    "UPDATE audit_row SET after = NULL WHERE subject = 'asset:Ö, 2'",
    "DELETE FROM audit_row WHERE subject = 'asset:N-1'",
    "INSERT INTO audit_row (entry_id, subject) SELECT id, 'asset:N-3' FROM audit_entry WHERE action = 'assets-imported'",
    "INSERT INTO audit_row (entry_id, subject) SELECT id, 'asset:N-3' FROM audit_entry WHERE action = 'asset-created'",
  ])("that were changed are found by verification: %s", async (text) => {
    const { pool } = await openEmptyDatabase();
    const { chain, verify } = arrangeChain(pool);
    await importTwo(pool);
    await chain();
    expect(await verify()).toMatchObject({ entries: 2, faultCount: 0 });
    await pool.query(
      `ALTER TABLE audit_row DISABLE TRIGGER USER; ${text}; ALTER TABLE audit_row ENABLE TRIGGER USER`,
    );
    expect((await verify()).faults).toMatchObject([{ kind: "rows-changed" }]);
  });
});

/** Writes an import of two assets as the assets do, whose adapter must not be imported here, and an entry without rows. */
async function importTwo(pool: pg.Pool) {
  await pool.query(`
    WITH given (subject, before, after) AS (
      VALUES ('asset:N-1', NULL, '{"name": "Haus"}'::jsonb), ('asset:Ö, 2', '{"name": "a"}'::jsonb, '{"name": "b"}')
    ), entry AS (
      INSERT INTO audit_entry (at, actor, action, subject, after)
      SELECT now(), 'command', 'assets-imported', 'assets', jsonb_build_object('rowsDigest', encode(sha256(convert_to(
        '9:asset:N-1,-,16:{"name": "Haus"}' || E'\n' || '11:asset:Ö, 2,13:{"name": "a"},13:{"name": "b"}', 'UTF8')), 'hex'))
      RETURNING id
    )
    INSERT INTO audit_row (entry_id, subject, before, after) SELECT entry.id, given.* FROM entry, given`);
  await pool.query(
    "INSERT INTO audit_entry (at, actor, action, subject) VALUES (now(), 'command', 'asset-created', 'asset:A')",
  );
}
