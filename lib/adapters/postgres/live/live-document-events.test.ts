import { expect, test } from "vitest";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { prepareDatabase } from "../core/prepare-database.fixture";
import { createLiveChanges } from "./live-changes";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);
const DOCUMENT = "00000000-0000-0000-0000-000000000007";

test("a document that moved to another asset is reported, although its status did not change", async () => {
  const { pool } = await openEmptyDatabase();
  await pool.query(
    `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
     VALUES ($1, 'A', 'a.pdf', 1, now(), now(), now())`,
    [DOCUMENT],
  );
  const live = createLiveChanges(pool);
  const { position } = await live.look(null);
  expect((await live.look(position)).news.areAssetsChanged).toBe(false);
  await pool.query(
    "INSERT INTO document_event (document_uuid, kind, actor, at, details) VALUES ($1, 'moved', 'reviewer:1', now(), '{}')",
    [DOCUMENT],
  );
  expect((await live.look(position)).news.areAssetsChanged).toBe(true);
});
