import { describe, expect, test } from "vitest";
import { anErasure } from "@/lib/documents/testing/content-erasures.contract";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { changeOf } from "@/lib/documents/testing/documents.fixture";
import { createCountingIds } from "@/lib/kernel/testing/counting-ids.fixture";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { beginOther, untilBlocked } from "../core/other-transaction.fixture";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createContentErasures } from "./content-erasures";
import { createDocumentTimelines } from "./document-timelines";
import { createStagedDocumentRepository } from "./staged-document-repository";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const read = { value: "Readvaluex", score: 0.6 };
const classification = {
  documentClass: "lease",
  score: 1,
  language: null,
  pages: null,
  processor: "test/1",
  fields: [
    {
      name: "tenant",
      value: "Setvaluex",
      score: 1,
      page: 1,
      text: null,
      setBy: "reviewer:r",
      read,
    },
  ],
};
const corrected = [{ name: "tenant", from: "Readvaluex", to: "Setvaluex", isAbsent: false }];

async function arrange(status: 4 | 5) {
  const { pool } = await openEmptyDatabase();
  const documents = createStagedDocumentRepository(pool);
  const ports = { documents, clock: createFixedClock(), ids: createCountingIds() };
  const document = await makeDocumentAt(ports, status);
  const { uuid } = document;
  const timeline = async () => createDocumentTimelines(pool).find(uuid, 10);
  const erase = () => createContentErasures(pool).mark(anErasure(uuid));
  const correctionBy = (actor: string, value: string) => ({
    uuid,
    seenUpdatedAt: document.updatedAt,
    classification: { ...classification, documentClass: value },
    corrected,
    at: new Date("2026-03-02T12:00:00.000Z"),
    actor,
  });
  return { pool, documents, uuid, timeline, erase, correctionBy };
}

const approval = (uuid: string) => ({
  ...changeOf(uuid, 4, 5),
  actor: "reviewer:r",
  classification,
  corrected,
});

describe("corrections in PostgreSQL", () => {
  test("with the approval write their event in the same statement, and only if it makes the move", async () => {
    const { documents, uuid, timeline } = await arrange(4);
    await documents.compareAndSetStatus(approval(uuid));
    expect(await documents.compareAndSetStatus(approval(uuid))).toBeNull();
    const { events = [], changes = [] } = (await timeline()) ?? {};
    expect(events).toMatchObject([{ kind: "corrected", actor: "reviewer:r", corrected }]);
    expect(changes.map(({ currentStatus }) => currentStatus)).toEqual([1, 2, 3, 4, 5]);
  });

  test("neither move nor results are written if the event cannot be", async () => {
    const { pool, documents, uuid } = await arrange(4);
    const before = await documents.find(uuid);
    await pool.query(
      "ALTER TABLE document_event ADD CONSTRAINT refused CHECK (kind = 'moved') NOT VALID",
    );
    try {
      await expect(documents.compareAndSetStatus(approval(uuid))).rejects.toThrow();
    } finally {
      await pool.query("ALTER TABLE document_event DROP CONSTRAINT refused");
    }
    expect(await documents.find(uuid)).toEqual(before);
  });

  test("of an approved document write no status change and nothing to notify", async () => {
    const { pool, documents, timeline, correctionBy } = await arrange(5);
    const count = async () => (await pool.query("SELECT count(*) FROM status_change")).rows;
    const before = await count();
    await documents.correctApproved(correctionBy("reviewer:r", "lease"));
    expect(await count()).toEqual(before);
    expect((await timeline())?.events).toMatchObject([{ kind: "corrected", corrected }]);
  });

  test("of two reviewers who correct at the same moment, the second one writes nothing", async () => {
    const { pool, documents, uuid, timeline, correctionBy } = await arrange(5);
    const other = await beginOther(pool);
    const text = "SELECT FROM staged_document WHERE uuid = $1 FOR UPDATE";
    await other.run({ text, values: [uuid] });
    const first = documents.correctApproved(correctionBy("reviewer:1", "invoice"));
    await untilBlocked(pool);
    const second = documents.correctApproved(correctionBy("reviewer:2", "valuation"));
    await other.commit();
    const saved = (await Promise.all([first, second])).filter((document) => document !== null);
    expect(saved).toHaveLength(1);
    expect(await documents.find(uuid)).toEqual(saved[0]);
    expect((await timeline())?.events).toHaveLength(1);
  });

  test("are found by their values, and no longer by what was read before", async () => {
    const { documents, uuid } = await arrange(4);
    await documents.compareAndSetStatus(approval(uuid));
    const found = async (words: string) => {
      const filter = { assetIdentifier: null, status: null, updatedSince: null, words };
      return (await documents.list(filter, { after: null, limit: 5 })).length;
    };
    expect([await found("setvaluex"), await found("readvaluex")]).toEqual([1, 0]);
  });

  test("are erased with the content: no table keeps a value from before or after", async () => {
    const { pool, documents, uuid, timeline, erase } = await arrange(4);
    await documents.compareAndSetStatus(approval(uuid));
    expect(await erase()).toBe(true);
    expect((await timeline())?.events).toMatchObject([
      { kind: "corrected", corrected: null, actor: "reviewer:r" },
      { kind: "content-erased" },
    ]);
    const { rows: tables } = await pool.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()",
    );
    for (const { name } of tables) {
      const { rows } = await pool.query(
        `SELECT * FROM ${name} AS each WHERE each::text ~* '(read|set)valuex'`,
      );
      expect(rows, name).toEqual([]);
    }
  });
});
