import { describe, expect, test } from "vitest";
import { databaseBefore } from "@/testing/database-before.fixture";

/** Creates a database of the previous version, and returns the upgrade. */
async function arrange() {
  const { client, upgrade } = await databaseBefore("20261124000000_processing");
  const placed = async (status: number, taker: string | null = null) => {
    const uuid = crypto.randomUUID();
    await client.query(
      `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at,
         file_size, file_content_type, file_verified_at, file_object_key)
       VALUES ($1, 'BLD-0001', 'a.pdf', $2, now(), now(), now(), 7, 'application/pdf', now(), 'staged/a')`,
      [uuid, status],
    );
    if (taker !== null) {
      await client.query(
        `INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, listed, notify)
         VALUES ($1, 2, 3, $2, 'reported', now(), false, false)`,
        [uuid, taker],
      );
    }
    return uuid;
  };
  const rows = async (text: string) => (await client.query(text)).rows;
  return { placed, upgrade, rows };
}

describe("the upgrade to processing", () => {
  test("gives documents at status 3 a run with a lease of one hour, owned by the program that took them", async () => {
    const { placed, upgrade, rows } = await arrange();
    const [at2, at3, unknown] = [await placed(2), await placed(3, "api-key:7"), await placed(3)];
    await placed(4);
    await upgrade();
    expect(
      await rows("SELECT document_uuid, n, state, taken_by FROM processing_run ORDER BY taken_by"),
    ).toEqual([
      { document_uuid: at3, n: 1, state: "taken", taken_by: "api-key:7" },
      { document_uuid: unknown, n: 1, state: "taken", taken_by: "unknown" },
    ]);
    const [{ isHour }] = await rows(
      `SELECT bool_and(lease_until BETWEEN now() + interval '59 min' AND now() + interval '61 min') AS "isHour" FROM processing_run`,
    );
    expect(isHour).toBe(true);
    const runs = await rows(
      "SELECT uuid, processing_run FROM staged_document WHERE processing_run IS NOT NULL",
    );
    expect(runs.map(({ uuid }) => uuid).toSorted()).toEqual([at3, unknown].toSorted());
    expect(runs.some(({ uuid }) => uuid === at2)).toBe(false);
  });

  test.each([
    ["external", "an API key has processed documents", "api-key:7"],
    ["builtin", "only Stagedoor has processed documents", "processor"],
    ["builtin", "nobody has processed documents", null],
  ])("stores the processor %s if %s", async (processor, _when, taker) => {
    const { placed, upgrade, rows } = await arrange();
    await placed(4, taker);
    await upgrade();
    expect(
      await rows("SELECT processor, is_backlog_started FROM processing_configuration"),
    ).toEqual([{ processor, is_backlog_started: false }]);
  });
});

describe("documents that were erased before the upgrade", () => {
  test("lose the results that other programs had reported, and keep everything else", async () => {
    const { placed, upgrade, rows } = await arrange();
    const [erased, intact] = [await placed(8), await placed(8)];
    const classification = JSON.stringify({ fields: [{ name: "issuer", value: "Muster GmbH" }] });
    await rows(`UPDATE staged_document SET classification = '${classification}',
      failure_code = 'unreadable', failure_message = 'Muster GmbH cannot be read.'`);
    await rows(`UPDATE staged_document SET file_erased_at = now() WHERE uuid = '${erased}'`);
    await upgrade();
    const found = await rows(
      `SELECT uuid, classification IS NULL AS "isErased", failure_code, failure_message, "values"::text AS words
       FROM staged_document JOIN document_search ON document_uuid = uuid ORDER BY "isErased" DESC`,
    );
    expect(found).toEqual([
      {
        uuid: erased,
        isErased: true,
        words: "",
        failure_code: "unreadable",
        failure_message: "The reason was erased together with the file.",
      },
      {
        uuid: intact,
        isErased: false,
        words: "'gmbh' 'muster'",
        failure_code: "unreadable",
        failure_message: "Muster GmbH cannot be read.",
      },
    ]);
  });
});

describe("the upgrade to search", () => {
  test("makes existing documents searchable by name, and leaves no invalid index", async () => {
    const { placed, upgrade, rows } = await arrange();
    const uuid = await placed(4);
    await upgrade();
    expect(
      await rows(
        `SELECT document_uuid FROM document_search WHERE (name || "values" || content) @@ search_query('a pdf')`,
      ),
    ).toEqual([{ document_uuid: uuid }]);
    expect(await rows("SELECT FROM pg_index WHERE NOT indisvalid")).toEqual([]);
  });

  test("adds the row of a document that changes before the existing rows are filled in", async () => {
    const { placed, upgrade, rows } = await arrange();
    const uuid = await placed(4);
    await upgrade();
    await rows("DELETE FROM document_search");
    await rows(`UPDATE staged_document SET name = 'lease.pdf' WHERE uuid = '${uuid}'`);
    expect(
      await rows("SELECT document_uuid FROM document_search WHERE name @@ search_query('lease')"),
    ).toEqual([{ document_uuid: uuid }]);
  });
});

test("several processes that upgrade at the same time all succeed", async () => {
  const { placed, upgrade, rows } = await arrange();
  await placed(4);
  const applied = await Promise.all([upgrade(), upgrade(), upgrade()]);
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await rows("SELECT FROM pg_index WHERE NOT indisvalid")).toEqual([]);
});
