import { beforeAll, describe, expect, test } from "vitest";
import type { Container } from "./container";
import type { Answer } from "./testing/api.fixture";
import { type AuditedCall, auditedCalls, type Caller } from "./testing/audited-calls.fixture";
import { changingCalls } from "./testing/changing-calls.fixture";
import { prepareNotifications } from "./testing/notifications.fixture";
import type { Method } from "./testing/routes.fixture";
import { signInForTest } from "./testing/signed-in.fixture";
import { withInstead } from "./testing/with-instead.fixture";

const under = prepareNotifications();
const { api } = under;
let administrator: Caller;

beforeAll(async () => {
  administrator = await signInForTest(api.container);
});

/** The calls that change something, by method and path. */
const CHANGES = auditedCalls(under);

/** Matches passwords and their hashes, API keys, link tokens, recovery codes and webhook secrets. */
const SECRET =
  /hunter2|horse battery|\$argon2|scrypt|\bsd_[\w-]{20}|whsec_|["/][\w-]{43}"|"\w{4}(-\w{4}){3}"/;
const HERE = { "x-stagedoor-peer-address": "203.0.113.7" };

/** All other calls except GET, with the reason why each is not audited. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  "POST /api/cockpit/bulk-work": "selects documents and changes none: starting is audited",
  "POST /api/cockpit/bulk-work/[id]/documents":
    "selects documents and changes none: starting is audited",
  "PATCH /api/cockpit/bulk-work/[id]": "stops work whose start is audited, or hides its result",
  "POST /api/cockpit/document-views": "a view is only a link to the list of documents",
  "PATCH /api/cockpit/document-views/[id]": "a view is only a link to the list of documents",
  "DELETE /api/cockpit/document-views/[id]": "a view is only a link to the list of documents",
  "POST /api/cockpit/documents": "a move of a document: the status history keeps it",
  "PUT /api/cockpit/documents/[uuid]": "a move of a document: the status history keeps it",
  "PATCH /api/cockpit/documents/[uuid]":
    "a document at another asset: the events of the document keep it",
  "DELETE /api/cockpit/documents/[uuid]": "a move of a document: the status history keeps it",
  "POST /api/cockpit/documents/[uuid]/deletion":
    "a move of a document: the status history keeps it",
  "POST /api/cockpit/documents/[uuid]/corrections":
    "corrected values: the events of the document keep them",
  "PUT /api/cockpit/documents/[uuid]/claim": "says who looks at a document, for two minutes",
  "DELETE /api/cockpit/documents/[uuid]/claim": "says that nobody looks at a document any more",
  "PUT /api/cockpit/documents/[uuid]/review-skip":
    "changes only which document somebody is given next",
  "POST /api/cockpit/documents/[uuid]/upload-url": "changes nothing but when the upload expires",
  "POST /api/cockpit/review/next": "says who looks at a document, for two minutes",
  "POST /api/cockpit/visits": "what somebody has seen changes nothing for others",
  "POST /api/cockpit/account/second-factor":
    "shows a secret that counts for nothing until PUT confirms it",
  "POST /external-api/staged-documents": "a move of a document: the status history keeps it",
  "PUT /external-api/staged-documents/[uuid]": "a move of a document: the status history keeps it",
  "PATCH /external-api/staged-documents/[uuid]":
    "a document at another asset: the events of the document keep it",
  "DELETE /external-api/staged-documents/[uuid]":
    "a move of a document: the status history keeps it",
  "POST /external-api/staged-documents/[uuid]/upload-url":
    "changes nothing but when the upload expires",
};

test("every call that changes something is audited or has a stated reason not to be", async () => {
  const known = [...Object.keys(CHANGES), ...Object.keys(NOT_AUDITED)];
  const calls = await changingCalls();
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter((call) => !known.includes(call))).toEqual([]);
  expect(known.filter((call) => !calls.includes(call))).toEqual([]);
});

/** Makes an audited call, and returns its response with the audit entries written since it began. */
async function callAudited(
  call: string,
  { arrange, body: usual }: Pick<AuditedCall, "arrange" | "body">,
  makeCall: (call: () => Promise<Answer>) => Promise<Answer> = (call) => call(),
) {
  const { pool } = api.container.database;
  const [method = "", pattern = ""] = call.split(" ");
  const { id = "", by = administrator, body = usual } = (await arrange?.()) ?? {};
  const path = pattern.replace(/\[\w+\]/, id);
  const last = await pool.query("SELECT COALESCE(max(id), 0) AS id FROM audit_entry");
  const isCockpit = path.startsWith("/api/cockpit");
  const answer = await makeCall(() =>
    api.call(method as Method, path, {
      ...(isCockpit ? { key: null } : {}),
      headers: { ...HERE, ...(isCockpit ? by.headers : {}) },
      ...(body === undefined ? {} : { body }),
    }),
  );
  const { rows } = await pool.query(
    "SELECT actor, address, request_id, action, row_to_json(audit_entry)::text AS text FROM audit_entry WHERE id > $1",
    [last.rows[0].id],
  );
  return { answer, rows, by, isCockpit };
}

describe.each(Object.entries(CHANGES))("%s", (call, audited) => {
  const { action, showsSecret } = audited;

  test("is not saved if its author's session or key ends after it was checked", async () => {
    const { container } = api;
    const { pool } = container.database;
    const losing: Pick<Container, "authenticate" | "authenticateUser"> = {
      authenticate: async (...parameters) => {
        const key = await container.authenticate(...parameters);
        await pool.query("UPDATE api_key SET revoked_at = now() WHERE id = $1", [key.id]);
        return key;
      },
      authenticateUser: async (...parameters) => {
        const user = await container.authenticateUser(...parameters);
        await pool.query(
          "UPDATE user_session SET ended_at = now(), ended_because = 'ended' WHERE id = $1",
          [user.sessionId],
        );
        return user;
      },
    };
    const { answer, rows } = await callAudited(call, audited, (make) =>
      withInstead(container, losing, make),
    );
    await pool.query("UPDATE api_key SET revoked_at = NULL");
    await pool.query("UPDATE user_session SET ended_at = NULL, ended_because = NULL");
    expect(answer.status).toBe(401);
    expect(rows).toEqual([]);
  });

  test(`writes ${action} with actor and address, and without secrets`, async () => {
    const { answer, rows, by, isCockpit } = await callAudited(call, audited);
    expect(answer.status).toBeLessThan(300);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      actor: isCockpit ? `administrator:${by.user.id}` : expect.stringMatching(/^api-key:/),
      address: "203.0.113.7",
      request_id: answer.headers.get("x-request-id"),
      action,
    });
    // Otherwise, the next line would prove nothing about the secrets that this call returns.
    if (showsSecret) expect(JSON.stringify(answer.body)).toMatch(SECRET);
    expect(rows[0].text).not.toMatch(SECRET);
  });
});
