import { describe, expect, test } from "vitest";
import { databaseBefore } from "@/testing/database-before.fixture";

/** Creates a database of the previous version, and returns the upgrade. */
async function arrange() {
  const { client, upgrade } = await databaseBefore("20261126020000_search_name_in_plpgsql");
  const insert = async (name: string, folder: string | null) => {
    const uuid = crypto.randomUUID();
    await client.query(
      `INSERT INTO staged_document (uuid, asset_identifier, name, folder, status, upload_expires_at, created_at, updated_at)
       VALUES ($1, 'BLD-0001', $2, $3, 1, now(), now(), now())`,
      [uuid, name, folder],
    );
    return uuid;
  };
  const rows = async (text: string) => (await client.query(text)).rows;
  const foundBy = async (text: string) => {
    const found = await rows(
      `SELECT document_uuid FROM document_name_parts WHERE parts @> search_parts('BLD-0001', '${text}')`,
    );
    return found.map(({ document_uuid }) => document_uuid);
  };
  return { insert, upgrade, rows, foundBy };
}

describe("the upgrade to searching within an asset by parts", () => {
  test("makes existing documents searchable by parts of their names and folders, and leaves no invalid index", async () => {
    const { insert, upgrade, rows, foundBy } = await arrange();
    const [lease, plan] = [await insert("lease.pdf", null), await insert("a.dwg", "Pläne/2019")];
    await upgrade();
    expect(await foundBy("ease")).toEqual([lease]);
    expect(await foundBy("PLÄNE")).toEqual([plan]);
    expect(await rows("SELECT FROM pg_index WHERE NOT indisvalid")).toEqual([]);
  });

  test("adds the row of a document that is renamed before the existing rows are filled in", async () => {
    const { insert, upgrade, rows, foundBy } = await arrange();
    const uuid = await insert("a.pdf", null);
    await upgrade();
    await rows("DELETE FROM document_name_parts");
    await rows("UPDATE staged_document SET name = 'lease.pdf'");
    expect(await foundBy("lease")).toEqual([uuid]);
  });

  test("keeps the words by which names are found", async () => {
    const { insert, upgrade, rows } = await arrange();
    const names = ["Mietvertrag Hofstraße 12.pdf", "Müller & Söhne", "x".repeat(41), "", "日本"];
    for (const name of names) await insert(name, null);
    const words = "SELECT document_uuid, name::text FROM document_search ORDER BY document_uuid";
    const before = await rows(words);
    await upgrade();
    await rows("UPDATE staged_document SET name = name || ' '");
    expect(await rows(words)).toEqual(before);
    expect(before).toHaveLength(names.length);
  });

  test("replaces the indexes on documents created by administrators and reviewers", async () => {
    const { upgrade, rows } = await arrange();
    await upgrade();
    const indexes = await rows(
      "SELECT indexname FROM pg_indexes WHERE indexname LIKE 'status_change_%made%' ORDER BY 1",
    );
    expect(indexes.map(({ indexname }) => indexname)).toEqual([
      "status_change_administrator_made_idx",
      "status_change_reviewer_made_idx",
    ]);
  });
});
