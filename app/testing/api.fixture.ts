import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { aKeyNote } from "@/lib/accounts/testing/api-key.fixture";
import { hashApiKey } from "@/lib/accounts/use-cases/api-keys";
import { readAppSettings } from "@/lib/env/read-settings";
import { createdStagedDocument } from "@/lib/http/documents/external-api-schemas";
import { SCOPES, type Scope } from "@/lib/kernel/rules/actor";
import { createThrowawayDatabase, type ThrowawayDatabase } from "@/testing/throwaway-postgres";
import { type Container, createContainer } from "../container";
import { shareContainer } from "../current-container";
import { type Method, ROUTES } from "./routes.fixture";

/** A response as a client sees it; `body` is the parsed JSON or null. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The request that a test sends. `body` is sent as JSON, or unchanged if it is a string, a Blob or a stream. */
export interface CallOptions {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** The route handlers with a new database and the object store of the test run. */
export interface ApiUnderTest {
  readonly container: Container;
  readonly database: ThrowawayDatabase;
  /** A key with all scopes. */
  readonly key: string;
  /** Returns the SQL statements since the last call. */
  statements(): readonly string[];
  call(method: Method, path: string, options?: CallOptions): Promise<Answer>;
  makeKey(scopes: readonly Scope[], expiresAt?: Date): Promise<string>;
  /** Creates a document and leaves the upload to the test. */
  create(name?: string): Promise<{ uuid: string; uploadSignedUrl: string }>;
}

const DOCUMENTS = "/external-api/staged-documents";

/**
 * Starts the API before the tests of a file and stops it afterwards. Arguments that are functions are called when the
 * tests begin, so that settings can contain the address of a server that the test file starts.
 */
export function prepareApi(
  settings: Record<string, string> | (() => Record<string, string>) = {},
  serverUrl: () => string = () => inject("postgresUrl"),
): ApiUnderTest {
  const statements: string[] = [];
  let parts: { container: Container; database: ThrowawayDatabase; key: string } | null = null;
  const ready = () => {
    if (!parts) throw new Error("the API under test is used before the tests begin");
    return parts;
  };
  const api: ApiUnderTest = {
    get container() {
      return ready().container;
    },
    get database() {
      return ready().database;
    },
    get key() {
      return ready().key;
    },
    statements: () => statements.splice(0),
    call: (method, path, options = {}) => callRoute(method, path, { key: api.key, ...options }),
    makeKey: (scopes, expiresAt) => makeKey(api.container, scopes, expiresAt),
    create: async (name = "lease.pdf") => {
      const body = { assetIdentifier: "BLD-0001", name };
      const answer = await api.call("POST", DOCUMENTS, { body });
      return createdStagedDocument.parse(answer.body);
    },
  };
  beforeAll(async () => {
    const database = await createThrowawayDatabase(serverUrl());
    const resolved = typeof settings === "function" ? settings() : settings;
    const container = createContainer(testSettings(database.url, resolved), {
      poolOptions: { Client: countingClient(statements) },
    });
    shareContainer(container);
    parts = { database, container, key: await makeKey(container, SCOPES) };
  });
  afterAll(async () => {
    await parts?.container.close();
    await parts?.database.drop();
  });
  return api;
}

/** Returns the settings of a test, which by default use the object store of the test run. */
function testSettings(databaseUrl: string, settings: Record<string, string> = {}) {
  const store = inject("objectStore");
  return readAppSettings({
    DATABASE_URL: databaseUrl,
    STAGEDOOR_ENCRYPTION_KEY: "e".repeat(64),
    INNGEST_EVENT_KEY: "event-key-of-tests",
    INNGEST_SIGNING_KEY: `signkey-prod-${"ab".repeat(32)}`,
    // Nothing listens on this port. Without this setting, tests would send events to Inngest Cloud.
    INNGEST_BASE_URL: "http://127.0.0.1:1",
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: store.bucket,
    S3_REGION: store.region,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    LOG_LEVEL: "silent",
    // Documents keep the status that a test gives them. The built-in processor has its own tests.
    PROCESSOR: "external",
    ...settings,
  });
}

async function callRoute(method: Method, path: string, options: CallOptions): Promise<Answer> {
  const url = new URL(path, "http://127.0.0.1:3000");
  for (const [pattern, route] of ROUTES) {
    const match = pattern.exec(url.pathname);
    if (!match) continue;
    // Next passes each route the parameters from its path. The patterns in this table use the same names.
    const params = Promise.resolve({ ...match.groups });
    const response = await route[method](toRequest(method, url, options), { params } as never);
    return toAnswer(response);
  }
  throw new Error(`no route serves ${path}`);
}

function toRequest(method: string, url: URL, { key, body, headers }: CallOptions): Request {
  const init: RequestInit = {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
  };
  if (body === undefined) return new Request(url, init);
  if (body instanceof ReadableStream) {
    const streamed = { ...init, body, duplex: "half" };
    return new Request(url, streamed);
  }
  const isRaw = typeof body === "string" || body instanceof Blob;
  return new Request(url, { ...init, body: isRaw ? body : JSON.stringify(body) });
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const body: unknown = text === "" ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

async function makeKey(
  { ports }: Container,
  scopes: readonly Scope[],
  expiresAt: Date | null = null,
): Promise<string> {
  const id = ports.ids.uuid();
  const key = `sd_test_${id}`;
  const createdAt = ports.clock.now();
  const hash = hashApiKey(key);
  const stored = {
    id,
    name: "test",
    hash,
    prefix: "sd_test_",
    scopes,
    expiresAt,
    createdAt,
    allowedNetworks: [],
  };
  await ports.apiKeys.upsert(stored, aKeyNote({ at: createdAt }));
  return key;
}

/** A pg client that records the text of every statement. */
function countingClient(statements: string[]): typeof pg.Client {
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg declares thirteen overloads of query; all pass through unchanged.
    override query(...args: any[]): any {
      const [first] = args;
      statements.push(typeof first === "string" ? first : first.text);
      return Reflect.apply(super.query, this, args);
    }
  };
}
