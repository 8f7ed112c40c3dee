import { describe, expect, test } from "vitest";
import type { Operation } from "@/lib/http/core/operation";
import { createRateLimits } from "@/lib/http/core/rate-limits";
import { problem } from "@/lib/http/core/schemas";
import { OPERATIONS } from "@/lib/http/openapi/openapi-document";
import { codesOf, scopesOf } from "@/lib/http/openapi/operation-object";
import { SCOPES } from "@/lib/kernel/rules/actor";
import { API_ERROR_CODES, type ErrorCode } from "@/lib/kernel/rules/errors";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import { createManualTimers } from "@/lib/kernel/testing/manual-timers.fixture";
import { createInMemoryDeliveryRuns } from "@/lib/notifications/testing/in-memory-delivery-runs";
import { relayStatusChanges } from "@/lib/notifications/use-cases/relay-status-changes";
import { prepareApi } from "../testing/api.fixture";
import { isClientError, problemExample } from "../testing/problem-example.fixture";
import { withInstead } from "../testing/with-instead.fixture";
import * as unknownRoute from "./[...path]/route";
import * as openApiRoute from "./openapi.json/route";

const DOCUMENTS = "/external-api/staged-documents";
const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const FILE_BYTES_MAX = 1000;

const api = prepareApi({ UPLOAD_SIZE_MAX_BYTES: String(FILE_BYTES_MAX) });

type Answer = Awaited<ReturnType<typeof api.call>>;
type Producer = (operation: Operation) => Promise<Answer>;
type Call = Parameters<typeof api.call>[2] & { readonly uuid?: string; readonly query?: string };

/**
 * For each error code, a function that makes a call which causes the error. A function whose call depends on the
 * operation recognises the operation by its shape.
 */
const PRODUCERS: Partial<Record<ErrorCode, Producer>> = {
  "authentication-required": (operation) => send(operation, { key: null }),
  "invalid-api-key": (operation) => send(operation, { key: `sd_${"a".repeat(43)}` }),
  "missing-scope": async (operation) => {
    const others = SCOPES.filter((scope) => !scopesOf(operation).includes(scope));
    return send(operation, { key: await api.makeKey(others) });
  },
  "network-not-allowed": async (operation) => {
    const key = await api.makeKey(SCOPES);
    const fence = "UPDATE api_key SET allowed_networks = '{192.0.2.0/24}' WHERE hash = sha256($1)";
    await api.container.database.pool.query(fence, [Buffer.from(key)]);
    return send(operation, { key });
  },
  "content-not-erasable": async (operation) => send(operation, await create()),
  "rate-limited": async (operation) => {
    const once = { perKeyPerMinute: 1, perAddressPerMinute: 0 };
    const isPublic = operation.access === "public";
    const limits = isPublic ? { ...once, perKeyPerMinute: 0, perAddressPerMinute: 1 } : once;
    const key = await api.makeKey(SCOPES);
    const rateLimits = createRateLimits(limits, api.container.ports.clock);
    return withInstead(api.container, { rateLimits }, async () => {
      await send(operation, { key });
      return send(operation, { key });
    });
  },
  "malformed-json": (operation) => send(operation, { body: "{" }),
  "body-too-large": (operation) => send(operation, { body: "x".repeat(65_537) }),
  "body-too-slow": async (operation) => {
    const timers = createManualTimers();
    const body = new ReadableStream(
      { pull: () => timers.pass(10_000).then(() => new Promise(() => {})) },
      { highWaterMark: 0 },
    );
    const headers = { "content-type": "application/json" };
    return withInstead(api.container, { timers }, () => send(operation, { body, headers }));
  },
  "unsupported-media-type": (operation) =>
    send(operation, { headers: { "content-type": "text/plain" } }),
  "validation-failed": (operation) =>
    send(
      operation,
      operation.body ? { body: { colour: "red" } } : { query: "?colour=red&reason=red" },
    ),
  "staged-document-not-found": (operation) => send(operation, { uuid: UNKNOWN }),
  "notification-not-found": (operation) => send(operation, { uuid: UNKNOWN }),
  "asset-not-found": (operation) => send(operation, { body: { identifier: UNKNOWN, name: "Hof" } }),
  "webhook-not-configured": async (operation) => send(operation, { uuid: await notified() }),
  "notification-not-resendable": async (operation) => send(operation, { uuid: await tested() }),
  "secret-set-by-operator": (operation) => {
    const { ports } = api.container;
    const webhookPolicy = { ...ports.webhookPolicy, isSecretFixed: true };
    return withInstead(api.container, { ports: { ...ports, webhookPolicy } }, () =>
      send(operation),
    );
  },
  "status-not-settable": (operation) => send(operation, { body: { status: 7 } }),
  "invalid-transition": async (operation) => {
    const { uuid } = await failed();
    return send(operation, { uuid, ...(operation.body ? { body: { status: 3 } } : {}) });
  },
  "run-ended": async (operation) =>
    send(operation, { uuid: (await failed()).uuid, body: { status: 3, run: 1 } }),
  "file-not-uploaded": async (operation) => send(operation, { uuid: (await create()).uuid }),
  "file-empty": async (operation) => send(operation, { uuid: await uploaded("") }),
  "file-too-large": async (operation) =>
    send(operation, { uuid: await uploaded("x".repeat(FILE_BYTES_MAX + 1)) }),
  "file-changed": async (operation) => {
    const { uuid, uploadSignedUrl } = await create();
    await upload(uploadSignedUrl, "what was looked at");
    return whileUploading(uploadSignedUrl, () => send(operation, { uuid }));
  },
  "content-gone": async (operation) => send(operation, { uuid: (await failed()).uuid }),
  "upload-not-awaited": async (operation) => send(operation, { uuid: (await failed()).uuid }),
  "document-not-movable": async (operation) =>
    send(operation, { uuid: (await failed()).uuid, body: { assetIdentifier: "BLD-0002" } }),
  "idempotency-key-reused": async (operation) => {
    const again = { key: await api.makeKey(SCOPES), headers: { "idempotency-key": "one" } };
    await send(operation, again);
    return send(operation, { ...again, body: { assetIdentifier: "A", name: "other.pdf" } });
  },
};

const pairs = OPERATIONS.flatMap((operation) =>
  codesOf(operation)
    .filter(isClientError)
    .map((code) => ({ operationId: operation.operationId, code, operation })),
);

describe("every documented 4xx can be produced and matches its example", () => {
  test.each(pairs)("$operationId returns $code", async ({ operation, code }) => {
    const produce = PRODUCERS[code];
    if (!produce) throw new Error(`nothing produces ${code}: give it a line in PRODUCERS`);
    const answer = await produce(operation);
    const example = problemExample(operation, code, api.container.publicUrl);
    expect(problem.parse(answer.body)).toMatchObject(example);
    expect(answer.status).toBe(example.status);
  });

  test("every producer in the table is used", () => {
    const used = pairs.map(({ code }) => code);
    expect(Object.keys(PRODUCERS).filter((code) => !used.some((other) => other === code))).toEqual(
      [],
    );
  });
});

describe("4xx responses that belong to no operation", () => {
  test("are only not-found and method-not-allowed", () => {
    const described = pairs.map(({ code }) => code);
    const others = API_ERROR_CODES.filter(isClientError).filter(
      (code) => !described.includes(code),
    );
    expect(others).toEqual(["not-found", "method-not-allowed"]);
  });

  test("an unknown path returns 404 not-found", async () => {
    const answer = await unknownRoute.GET(new Request("http://127.0.0.1:3000/external-api/x"), {
      params: Promise.resolve({}),
    });
    expect(answer.status).toBe(404);
    expect(problem.parse(await answer.json()).code).toBe("not-found");
  });

  test("an unsupported method returns 405 method-not-allowed", async () => {
    const answer = await api.call("PATCH", DOCUMENTS, { key: await api.makeKey(SCOPES) });
    expect(answer).toMatchObject({ status: 405, body: { code: "method-not-allowed" } });
  });
});

describe("scopes match the document", () => {
  const scoped = OPERATIONS.flatMap((operation) =>
    scopesOf(operation).map((scope) => ({ operationId: operation.operationId, scope, operation })),
  );

  test.each(scoped)("$operationId accepts a key with only $scope", async ({ operation, scope }) => {
    const answer = await send(operation, { key: await api.makeKey([scope]), uuid: UNKNOWN });
    expect([401, 403]).not.toContain(answer.status);
  });
});

/**
 * Calls an operation as its first example does, with a new key that has all scopes. `parameters` overrides parts of the call.
 */
async function send(operation: Operation, parameters: Call = {}): Promise<Answer> {
  const { uuid = UNKNOWN, query = "", ...options } = parameters;
  const [body] = Object.values(operation.body?.examples ?? {});
  const path = operation.path.replace(/\{\w+\}/, uuid) + query;
  const call = {
    ...(options.key === undefined ? { key: await api.makeKey(SCOPES) } : {}),
    ...(body === undefined ? {} : { body }),
    ...options,
  };
  if (operation.access === "public") return sendPublic(path);
  return api.call(operation.method.toUpperCase() as Parameters<typeof api.call>[0], path, call);
}

async function sendPublic(path: string): Promise<Answer> {
  const request = new Request(`http://127.0.0.1:3000${path}`);
  const answer = await openApiRoute.GET(request, { params: Promise.resolve({}) });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

async function create(): Promise<{ uuid: string; uploadSignedUrl: string }> {
  const body = { assetIdentifier: "A", name: "a.pdf" };
  const answer = await api.call("POST", DOCUMENTS, { key: await api.makeKey(SCOPES), body });
  return answer.body as { uuid: string; uploadSignedUrl: string };
}

const upload = (url: string, bytes: string) => fetch(url, { method: "PUT", body: bytes });

async function uploaded(bytes: string): Promise<string> {
  const { uuid, uploadSignedUrl } = await create();
  expect((await upload(uploadSignedUrl, bytes)).status).toBe(200);
  return uuid;
}

async function failed(): Promise<{ uuid: string }> {
  const { uuid } = await create();
  const key = await api.makeKey(SCOPES);
  await api.call("PUT", `${DOCUMENTS}/${uuid}`, { key, body: { status: 6 } });
  return { uuid };
}

/** Creates a notification that is waiting for a webhook URL, because the URL was removed. */
async function notified(): Promise<string> {
  const { ports, database } = api.container;
  const at = ports.clock.now();
  const firstSecret = ports.secretBox.seal("whsec_");
  const url = "https://dms.example.com/";
  await ports.webhookConfiguration.setUrl(url, { firstSecret, at }, anAuditNote());
  const { uuid } = await create();
  await ports.webhookConfiguration.removeUrl(at, anAuditNote());
  const deliveryRuns = createInMemoryDeliveryRuns();
  await relayStatusChanges({ ...ports, deliveryRuns }, { documentUrl: (id) => `https://x/${id}` });
  const text = "SELECT notification_id FROM status_change WHERE document_uuid = $1";
  return (await database.pool.query(text, [uuid])).rows[0].notification_id;
}

async function tested(): Promise<string> {
  const { ports } = api.container;
  const id = ports.ids.uuid();
  const at = ports.clock.now();
  const phases = { dns: null, connect: null, tls: null, firstByte: null, total: 1 };
  const connection = { address: null, port: null, tlsVersion: null, certificateIssuer: null };
  await ports.notificationLog.saveTest(
    {
      id,
      body: Buffer.from("[]"),
      isDelivered: false,
      settledAt: at,
      attempt: {
        n: 1,
        cause: "test",
        author: null,
        startedAt: at,
        url: "https://x/",
        requestHeaders: {},
        answer: {
          kind: "failed",
          code: "timeout",
          detail: "",
          phases,
          connection: { ...connection, certificateExpiresAt: null },
        },
      },
    },
    anAuditNote(),
  );
  return id;
}

/**
 * Runs `act` with a store that does not keep versions. Each time the server has read the object's metadata, different
 * bytes are uploaded.
 */
async function whileUploading<T>(url: string, act: () => Promise<T>): Promise<T> {
  const { ports } = api.container;
  const head: typeof ports.storage.head = async (key) => {
    const found = await ports.storage.head(key);
    await upload(url, `other bytes than ${found?.etag}`);
    return found && { ...found, versionId: null };
  };
  return withInstead(
    api.container,
    { ports: { ...ports, storage: { ...ports.storage, head } } },
    act,
  );
}
