import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { prepareNotifications } from "./testing/notifications.fixture";
import type { Method } from "./testing/routes.fixture";
import { signInForTest } from "./testing/signed-in.fixture";

const ROOTS = ["app/api/cockpit", "app/external-api"];
const READING = ["GET", "HEAD", "OPTIONS"];

const under = prepareNotifications();
const { api } = under;
let headers: { cookie: string };

beforeAll(async () => {
  headers = (await signInForTest(api.container)).headers;
});

interface Change {
  /** What stands in the path's brackets, and what has to be there before the call. */
  readonly arrange?: () => Promise<string>;
  readonly body?: unknown;
  readonly action: string;
}

const PERIOD = {
  ...{ createdFrom: "2020-01-01T00:00:00Z", createdTo: "2100-01-01T00:00:00Z" },
  ...{ state: "delivered", dryRun: false },
};
const ASSET = { name: "Hof", description: "Bern" };

async function anAsset(): Promise<string> {
  const identifier = api.container.ports.ids.uuid();
  const answer = await api.call("POST", "/api/cockpit/assets", {
    ...{ key: null, headers, body: { identifier, name: "Haus", description: "" } },
  });
  const { rows } = await api.container.database.pool.query<{ id: string }>(
    "SELECT id FROM asset WHERE identifier = $1",
    [identifier],
  );
  expect(answer.status).toBe(201);
  return rows[0]?.id ?? "";
}

async function aDelivered(): Promise<string> {
  const { id } = await under.tell();
  await under.attempt(id);
  return id;
}

const DELIVERED = { arrange: aDelivered } as const;

/** Every call that changes something which the audit keeps. */
const CHANGES: Readonly<Record<string, Change>> = {
  "POST /api/cockpit/assets": {
    action: "asset-created",
    body: { ...ASSET, identifier: "BLD-77" },
  },
  "PUT /api/cockpit/assets/[id]": { arrange: anAsset, body: ASSET, action: "asset-changed" },
  "PUT /api/cockpit/assets/[id]/archive": {
    ...{ arrange: anAsset, body: { archived: true }, action: "asset-archived" },
  },
  "PUT /api/cockpit/webhook": {
    ...{ body: { url: "https://dms.example.com/?token=hunter2" }, action: "webhook-url-changed" },
  },
  "DELETE /api/cockpit/webhook": { action: "webhook-url-changed" },
  "POST /api/cockpit/webhook/secret-rotations": { action: "webhook-secret-rotated" },
  "POST /api/cockpit/webhook/tests": { action: "webhook-tested" },
  "POST /api/cockpit/notifications/resends": {
    ...{ ...DELIVERED, body: PERIOD, action: "notifications-resent" },
  },
  "POST /api/cockpit/notifications/[id]/resend": { ...DELIVERED, action: "notification-resent" },
  "PUT /external-api/document-classes/[documentClass]": {
    arrange: async () => "own-class",
    body: { isActive: true, labels: { en: "Own", de: "Eigene" } },
    action: "document-class-changed",
  },
  "POST /external-api/external-dms-configuration": {
    ...{ body: { url: "https://dms.example.com/" }, action: "webhook-url-changed" },
  },
  "DELETE /external-api/external-dms-configuration": { action: "webhook-url-changed" },
  "POST /external-api/external-dms-configuration/secret-rotations": {
    action: "webhook-secret-rotated",
  },
  "POST /external-api/notifications/tests": { action: "webhook-tested" },
  "POST /external-api/notifications/resends": {
    ...{ ...DELIVERED, body: PERIOD, action: "notifications-resent" },
  },
  "POST /external-api/notifications/[id]/resend": { ...DELIVERED, action: "notification-resent" },
};

/** Every other call that is no GET, and why the audit keeps nothing of it. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  "POST /api/cockpit/documents": "a move of a document: the status history keeps it",
  "PUT /api/cockpit/documents/[uuid]": "a move of a document: the status history keeps it",
  "DELETE /api/cockpit/documents/[uuid]": "a move of a document: the status history keeps it",
  "POST /api/cockpit/documents/[uuid]/upload-url": "changes nothing but when the upload expires",
  "PUT /api/cockpit/visits": "what somebody has seen changes nothing for others",
  "POST /api/cockpit/visits": "what somebody has seen changes nothing for others",
  "POST /api/cockpit/account/password": "its entry is tested with the change of the password",
  "PUT /api/cockpit/account/password": "its entry is tested with the change of the password",
  "POST /external-api/staged-documents": "a move of a document: the status history keeps it",
  "PUT /external-api/staged-documents/[uuid]": "a move of a document: the status history keeps it",
  "DELETE /external-api/staged-documents/[uuid]":
    "a move of a document: the status history keeps it",
  "POST /external-api/staged-documents/[uuid]/upload-url":
    "changes nothing but when the upload expires",
};

type Handler = (request: Request, route: { params: Promise<object> }) => Promise<Response>;

/** Every call of the route files that is no reading. */
async function changingCalls(): Promise<string[]> {
  const files = ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("route.ts") && !file.startsWith("[...path]"))
      .map((file) => `${root}/${file}`),
  );
  const calls = files.map(async (file) => {
    const route: Record<string, Handler> = await import(/* @vite-ignore */ resolve(file));
    const url = `http://127.0.0.1:3000/${file}`;
    const options = new Request(url, { method: "OPTIONS" });
    const answer = await route.OPTIONS?.(options, { params: Promise.resolve({}) });
    const methods = (answer?.headers.get("allow") ?? "").split(", ").filter(Boolean);
    const path = file.replace(/^app/, "").replace(/\/route\.ts$/, "");
    return methods.filter((name) => !READING.includes(name)).map((name) => `${name} ${path}`);
  });
  return (await Promise.all(calls)).flat().toSorted();
}

test("every call that changes something is audited or says why not", async () => {
  const known = [...Object.keys(CHANGES), ...Object.keys(NOT_AUDITED)];
  const calls = await changingCalls();
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter((call) => !known.includes(call))).toEqual([]);
  expect(Object.keys(CHANGES).filter((call) => !calls.includes(call))).toEqual([]);
});

describe.each(Object.entries(CHANGES))("%s", (call, { arrange, body, action }) => {
  test(`writes ${action} with who and from where, and no secret`, async () => {
    const { pool } = api.container.database;
    const [method = "", pattern = ""] = call.split(" ");
    const path = pattern.replace(/\[\w+\]/, (await arrange?.()) ?? "");
    const last = await pool.query("SELECT COALESCE(max(id), 0) AS id FROM audit_entry");
    const isCockpit = path.startsWith("/api/cockpit");
    const answer = await api.call(method as Method, path, {
      ...(isCockpit ? { key: null, headers } : {}),
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status).toBeLessThan(300);
    const { rows } = await pool.query(
      "SELECT actor, address, request_id, action, row_to_json(audit_entry)::text AS text FROM audit_entry WHERE id > $1",
      [last.rows[0].id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      actor: expect.stringMatching(isCockpit ? /^administrator:/ : /^api-key:/),
      address: expect.any(String),
      request_id: answer.headers.get("x-request-id"),
      action,
    });
    expect(rows[0].text).not.toMatch(/hunter2|whsec_/);
  });
});
