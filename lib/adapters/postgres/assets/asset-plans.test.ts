import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { fillDatabase } from "../core/fill-database.fixture";
import { PLAN_MODES, planOf } from "../core/plan-of.fixture";
import type { Statement } from "../core/query";
import { ASSET_STATEMENTS, IMPORT_ASSETS } from "./asset-repository";

const ASSET_COUNT = 50_000;
const ID = "00000000-0000-7000-8000-00000000000a";
const AT = new Date(0);
const NOTE = JSON.stringify({ at: AT, actor: "command", action: "assets-imported" });

/** Most assets are in a folder, with about a hundred in each. */
const FILL = [
  `INSERT INTO asset (id, identifier, name, description, folder, created_at, updated_at)
   SELECT lpad(n::text, 32, '0')::uuid, 'BLD-' || lpad(n::text, 5, '0'), 'Hof ' || n, 'Zürich',
     CASE WHEN n % 10 > 0 THEN 'Region ' || n % 10 || '/Ort ' || n % 500 END, now(), now()
   FROM generate_series(1, ${ASSET_COUNT}) AS n`,
  "VACUUM ANALYZE asset",
];

const PAGE = { after: "BLD-20000", limit: 101, pattern: null, isArchived: null };
const asset = { id: ID, identifier: "A", name: "A", description: "", folder: null };
const edited = { ...asset, name_before: "B", description_before: "", folder_before: null };
const EDIT = { id: ID, name: "A", description: null, hasFolder: false, folder: null };
const { update, find, findByIdentifier, findByIdentifiers, list, listInFolder, listOfIdentifier } =
  ASSET_STATEMENTS;

const QUERIES: readonly (readonly [string, Statement, string])[] = [
  ["one by id", find({ id: ID }), "asset_pkey"],
  ["one by identifier", findByIdentifier({ identifier: "BLD-00007" }), "asset_identifier_key"],
  [
    "some by identifier",
    findByIdentifiers({ identifiers: ["BLD-00007", "A"] }),
    "asset_identifier_key",
  ],
  ["a page", list(PAGE), "asset_identifier_key"],
  ["a page of a folder", listInFolder({ ...PAGE, folder: "Region 1/Ort 1" }), "asset_folder_path"],
  [
    "a page of one identifier",
    listOfIdentifier({ ...PAGE, identifier: "BLD-00007", folder: null }),
    "asset_identifier_key",
  ],
  ["an edit", update({ ...EDIT, at: AT, note: NOTE }), "asset_pkey"],
  [
    "an import",
    IMPORT_ASSETS({
      created: JSON.stringify([asset]),
      edited: JSON.stringify([edited]),
      at: AT,
      note: NOTE,
    }),
    "asset_pkey",
  ],
];

describe(`with ${ASSET_COUNT} assets`, () => {
  const pool = fillDatabase(createThrowawayDatabase, FILL);

  test.each(
    QUERIES.flatMap(([name, statement, index]) =>
      PLAN_MODES.map((mode) => ({ name, statement, index, mode })),
    ),
  )("$name, $mode: uses the index and does not scan all assets", async (example) => {
    const plan = await planOf(pool(), example.mode, example.statement);
    expect(plan).toContain(example.index);
    expect(plan).not.toMatch(/Seq Scan on asset\b/);
  });

  test("a statement that scans the table fails this check", async () => {
    const text = "SELECT count(*) FROM asset WHERE description = $1";
    const plan = await planOf(pool(), "force_custom_plan", { text, values: ["Bern"] });
    expect(plan).toMatch(/Seq Scan on asset/);
  });
});
