import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { STATUS } from "@/lib/documents/rules/status";
import { settingsOf } from "../delivery/second-application";
import { killProcess } from "../kill-process";
import { type Product, startProduct } from "../product";

const PATIENCE = { timeout: 90_000, interval: 100 };
/** More than one batch, and the document of the second batch at which the process is killed. */
const COUNT = 130;
const HELD = 120;

async function openDatabase(product: Product): Promise<pg.Client> {
  const { DATABASE_URL } = await settingsOf(product);
  const database = new pg.Client({ connectionString: DATABASE_URL });
  await database.connect();
  return database;
}

/** Inserts documents that wait for a review, and returns their uuids in the order in which they are changed. */
const insertWaiting = async (database: pg.Client): Promise<readonly string[]> => {
  const { rows } = await database.query<{ uuid: string }>(
    `WITH made AS (
       INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at,
         file_size, file_content_type, file_object_key, file_verified_at)
       SELECT gen_random_uuid(), 'MANY-1', 'Sheet ' || n || '.pdf', ${STATUS.waitingForReview}, now(), now(), now(),
         7, 'application/pdf', 'documents/none/' || n, now()
       FROM generate_series(1, ${COUNT}) AS n
       RETURNING uuid
     ), change AS (
       INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify)
       SELECT uuid, ${STATUS.waitingForReview}, 'test', 'created', now(), false, false FROM made
     )
     SELECT uuid FROM made ORDER BY uuid`,
  );
  return rows.map(({ uuid }) => uuid);
};

/** Locks a document, so that whoever changes it waits. */
async function holdDocument(database: pg.Client, uuid: string | undefined) {
  await database.query("BEGIN");
  await database.query("SELECT FROM staged_document WHERE uuid = $1 FOR UPDATE", [uuid]);
  return {
    untilAwaited: () =>
      vi.waitFor(async () => {
        const waiting =
          "SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))";
        expect((await database.query(waiting)).rowCount).toBeGreaterThan(0);
      }, PATIENCE),
    letGo: () => database.query("COMMIT"),
  };
}

/** Signs in as the first administrator, and returns a function that makes calls. */
async function signIn({ url, administrator }: Product) {
  const csrf = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = Object(await csrf.json());
  const cookiesOf = ({ headers }: Response) =>
    headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const signedIn = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: cookiesOf(csrf).join("; ") },
    body: new URLSearchParams({ ...administrator, csrfToken, json: "true" }),
  });
  const cookie = [...cookiesOf(csrf), ...cookiesOf(signedIn)].join("; ");
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/api/cockpit/bulk-work${path}`, {
      method,
      headers: { cookie, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(answer.ok, `${method} ${path} answered ${answer.status}`).toBe(true);
    return Object(await answer.json());
  };
}

test("kill -9 during work on many documents: each document is changed exactly once and has its result", async () => {
  const product = await startProduct({ env: { PROCESSOR: "none" } });
  onTestFinished(async () => {
    await product.stop();
  });
  const database = await openDatabase(product);
  onTestFinished(() => database.end());
  const uuids = await insertWaiting(database);
  const call = await signIn(product);
  const { id } = await call("POST", "");
  const added = await call("POST", `/${id}/documents`, { uuids });
  expect(added.count).toBe(COUNT);
  const held = await holdDocument(database, uuids[HELD - 1]);
  await call("POST", `/${id}/start`, { action: "delete", reason: "unreadable" });

  const deleted = async () => {
    const { rows } = await database.query(
      `SELECT count(*)::int AS n, count(DISTINCT document_uuid)::int AS documents
       FROM status_change WHERE to_status = ${STATUS.deleted} AND request_id = $1`,
      [id],
    );
    return rows[0];
  };
  await held.untilAwaited();
  killProcess(await product.childPid("next"));
  expect(await deleted()).toEqual({ n: HELD - 1, documents: HELD - 1 });
  // PostgreSQL may still complete the statement of the killed process, which cannot save the result.
  await held.letGo();

  await vi.waitFor(async () => {
    const { rows } = await database.query("SELECT ending FROM bulk_work WHERE id = $1", [id]);
    expect(rows).toEqual([{ ending: "finished" }]);
  }, PATIENCE);
  expect(await deleted()).toEqual({ n: COUNT, documents: COUNT });
  const results = await database.query(
    "SELECT result, count(*)::int AS n FROM bulk_work_item WHERE work_id = $1 GROUP BY 1",
    [id],
  );
  expect(results.rows).toEqual([{ result: "done", n: COUNT }]);
});
