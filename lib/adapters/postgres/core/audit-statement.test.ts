import sql, { type Sql } from "sql-template-tag";
import { describe, expect, test } from "vitest";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { auditParameter, auditStatement } from "./audit-statement";
import { beginOther, untilBlocked } from "./other-transaction.fixture";
import { prepareDatabase } from "./prepare-database.fixture";
import { createQuery } from "./query";

const openEmptyDatabase = prepareDatabase(createThrowawayDatabase);

const AT = new Date("2026-01-02T03:04:05.678Z");
const NOTE: AuditNote = {
  at: AT,
  author: {
    actor: "administrator:0190a5d0-0000-7000-8000-000000000001",
    requestId: "0190a5d0-0000-7000-8000-000000000002",
    address: "192.0.2.7",
  },
  action: "webhook-url-changed",
  subject: "webhook",
};

/** Returns SQL that sets the URL of every row whose URL is different. */
const change = (note: string, url = "https://b", subject?: Sql) => sql`
WITH previous AS (
  SELECT id, url FROM webhook_configuration FOR UPDATE
), changed AS (
  UPDATE webhook_configuration SET url = ${url} FROM previous
  WHERE webhook_configuration.id = previous.id AND previous.url IS DISTINCT FROM ${url}
  RETURNING webhook_configuration.id, webhook_configuration.url, previous.url AS url_before
)${auditStatement({
  note,
  changed: "changed",
  ...(subject ? { subject } : {}),
  before: sql`jsonb_build_object('url', changed.url_before)`,
  after: sql`jsonb_build_object('url', changed.url)`,
})}`;

async function prepare() {
  const { pool } = await openEmptyDatabase();
  await pool.query(
    "INSERT INTO webhook_configuration (id, url, updated_at) VALUES (1, 'https://a', now())",
  );
  const read = async () =>
    (
      await pool.query(
        "SELECT at, actor, address, request_id, action, subject, before, after, sequence FROM audit_entry ORDER BY id",
      )
    ).rows;
  return { pool, read };
}

test("the entry records who made a change, from which address, and the state before and after it", async () => {
  const { pool, read } = await prepare();
  await pool.query(change(auditParameter(NOTE)));
  expect(await read()).toEqual([
    {
      at: AT,
      actor: NOTE.author.actor,
      address: "192.0.2.7",
      request_id: NOTE.author.requestId,
      action: "webhook-url-changed",
      subject: "webhook",
      before: { url: "https://a" },
      after: { url: "https://b" },
      sequence: null,
    },
  ]);
});

test("a statement that changes nothing writes no entry", async () => {
  const { pool, read } = await prepare();
  await pool.query(change(auditParameter(NOTE), "https://a"));
  expect(await read()).toEqual([]);
});

test("a change that is rolled back leaves no entry", async () => {
  const { pool, read } = await prepare();
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query(change(auditParameter(NOTE)));
  await client.query("ROLLBACK");
  client.release();
  expect(await read()).toEqual([]);
});

test("an entry for a command has neither an address nor a request id", async () => {
  const { pool, read } = await prepare();
  const note = auditParameter({ ...NOTE, author: { actor: "command" } });
  await pool.query(change(note));
  expect(await read()).toMatchObject([{ actor: "command", address: null, request_id: null }]);
});

test("the subject can come from the changed row", async () => {
  const { pool, read } = await prepare();
  await pool.query(change(auditParameter(NOTE), "https://b", sql`'webhook:' || changed.id`));
  expect(await read()).toMatchObject([{ subject: "webhook:1" }]);
});

const USER = "0190a5d0-0000-7000-8000-000000000001";
const SESSION = "0190a5d0-0000-7000-8000-000000000011";
const KEY = "0190a5d0-0000-7000-8000-000000000021";

async function prepareAuthors() {
  const { pool, read } = await prepare();
  await pool.query(
    `INSERT INTO app_user (id, email, name, role, created_at, password_changed_at)
     VALUES ($1, 'kim@example.com', 'Kim', 'administrator', now(), now())`,
    [USER],
  );
  await pool.query(
    `INSERT INTO user_session (id, user_id, method, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, 'password', $3, $3, $3::timestamptz + interval '12 hours')`,
    [SESSION, USER, AT],
  );
  await pool.query(
    "INSERT INTO api_key (id, name, hash, prefix, scopes, created_at) VALUES ($1, 'dms', '\\x01', 'sd_', '{}', now())",
    [KEY],
  );
  const byUser = auditParameter({ ...NOTE, author: { ...NOTE.author, sessionId: SESSION } });
  const byKey = auditParameter({ ...NOTE, author: { actor: `api-key:${KEY}` } });
  const save = (note: string) => createQuery(pool)(change(note));
  const urlOf = async () => (await pool.query("SELECT url FROM webhook_configuration")).rows[0].url;
  return { pool, read, byUser, byKey, save, urlOf };
}

describe("the author of a change", () => {
  test("saves it while their session is open or their key is valid", async () => {
    const { read, byUser, byKey, save } = await prepareAuthors();
    await save(byUser);
    await save(byKey);
    expect(await read()).toHaveLength(1);
  });

  test.each([
    ["the session has ended", "UPDATE user_session SET ended_at = now(), ended_because = 'ended'"],
    ["the session has expired", `UPDATE user_session SET expires_at = '${AT.toISOString()}'`],
    ["the session does not exist", "DELETE FROM user_session"],
    ["the user has another role", "UPDATE app_user SET role = 'reviewer'"],
    ["the user is deactivated", "UPDATE app_user SET deactivated_at = now()"],
  ])("does not save it if %s", async (_what, loss) => {
    const { pool, read, byUser, save, urlOf } = await prepareAuthors();
    await pool.query(loss);
    await expect(save(byUser)).rejects.toMatchObject({ code: "sign-in-required" });
    expect(await read()).toEqual([]);
    expect(await urlOf()).toBe("https://a");
  });

  test.each([
    ["is revoked", "UPDATE api_key SET revoked_at = now()"],
    ["has expired", `UPDATE api_key SET expires_at = '${AT.toISOString()}'`],
    ["does not exist", "DELETE FROM api_key"],
  ])("does not save it if their API key %s", async (_what, loss) => {
    const { pool, read, byKey, save, urlOf } = await prepareAuthors();
    await pool.query(loss);
    await expect(save(byKey)).rejects.toMatchObject({ code: "invalid-api-key" });
    expect(await read()).toEqual([]);
    expect(await urlOf()).toBe("https://a");
  });
});

describe("the author of a change that overlaps with the end of their session", () => {
  test("does not save it if their session ends while the statement waits for its row", async () => {
    const { pool, read, byUser, save } = await prepareAuthors();
    const other = await beginOther(pool);
    await other.run({ text: "UPDATE webhook_configuration SET url = 'https://c'" });
    const saving = save(byUser);
    saving.catch(() => undefined);
    await untilBlocked(pool);
    await pool.query("UPDATE user_session SET ended_at = now(), ended_because = 'deactivated'");
    await other.commit();
    await expect(saving).rejects.toMatchObject({ code: "sign-in-required" });
    expect(await read()).toEqual([]);
  });

  test("saves it before a session can end whose end was requested later", async () => {
    const { pool, read, byUser } = await prepareAuthors();
    const other = await beginOther(pool);
    await other.run(change(byUser));
    const ending = pool.query("UPDATE user_session SET ended_at = now(), ended_because = 'ended'");
    await untilBlocked(pool);
    await other.commit();
    await ending;
    expect(await read()).toHaveLength(1);
  });

  test("does not save it if their session had ended, even if the statement changes its row", async () => {
    const { pool, read, byUser } = await prepareAuthors();
    await pool.query("UPDATE user_session SET ended_at = now(), ended_because = 'ended'");
    const touching = sql`
WITH changed AS (
  UPDATE user_session SET second_factor_at = ${AT} WHERE id = ${SESSION} RETURNING id
)${auditStatement({
      note: byUser,
      changed: "changed",
      before: sql`NULL::jsonb`,
      after: sql`NULL::jsonb`,
    })}`;
    const saving = createQuery(pool)(touching);
    await expect(saving).rejects.toMatchObject({ code: "sign-in-required" });
    expect(await read()).toEqual([]);
  });

  test("does not save it if their role changed while the statement waited for their session", async () => {
    const { pool, read, byUser, save } = await prepareAuthors();
    const other = await beginOther(pool);
    await other.run({ text: "UPDATE user_session SET last_seen_at = now()" });
    const saving = save(byUser);
    saving.catch(() => undefined);
    await untilBlocked(pool);
    await other.run({ text: "UPDATE app_user SET role = 'reader'" });
    await other.commit();
    await expect(saving).rejects.toMatchObject({ code: "sign-in-required" });
    expect(await read()).toEqual([]);
  });

  test("may end their own session and deactivate themselves with it", async () => {
    const { pool, read, byUser } = await prepareAuthors();
    const ending = sql`
WITH changed AS (
  UPDATE user_session SET ended_at = ${AT}, ended_because = 'ended' WHERE id = ${SESSION} RETURNING id
), person AS (
  UPDATE app_user SET role = 'reader', deactivated_at = ${AT} FROM changed RETURNING app_user.id
)${auditStatement({
      note: byUser,
      changed: "person",
      before: sql`NULL::jsonb`,
      after: sql`NULL::jsonb`,
    })}`;
    await createQuery(pool)(ending);
    expect(await read()).toHaveLength(1);
  });
});
