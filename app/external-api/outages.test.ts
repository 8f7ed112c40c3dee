import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ObjectStore, startObjectStore } from "@stagedoor/object-store/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as getReady } from "@/app/api/health/ready/route";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "@/embedded/postgres/embedded-postgres";
import { nobodyHomeOf } from "@/embedded/postgres/launch-plan";
import { problem } from "@/lib/http/core/schemas";
import { type Answer, prepareApi } from "../testing/api.fixture";

const DOCUMENTS = "/external-api/staged-documents";
const store = { accessKeyId: "outage", secretAccessKey: "outage-secret", region: "us-east-1" };

let folder: string;
let postgres: EmbeddedPostgres;
let objects: ObjectStore;

const startPostgres = (port?: number) =>
  startEmbeddedPostgres({
    dataDir: join(folder, "postgres"),
    database: "postgres",
    isDurable: false,
    ...(port === undefined ? {} : { port }),
  });

const startObjects = (port: number) =>
  startObjectStore({
    ...store,
    root: join(folder, "objects"),
    host: "127.0.0.1",
    port,
    buckets: ["stagedoor"],
    corsOrigins: [],
    publicHosts: [],
    objectSizeMaxBytes: 1_000_000,
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stagedoor-outages-"));
  postgres = await startPostgres();
  objects = await startObjects(0);
});

// Hooks registered after the tests run in reverse order, so the API closes before its servers.
afterAll(async () => {
  await objects.stop();
  await postgres.stop();
  await rm(nobodyHomeOf(join(folder, "postgres")), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

const api = prepareApi(
  () => ({
    S3_ENDPOINT: `http://127.0.0.1:${objects.port}`,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  }),
  () => postgres.url,
);

const create = () =>
  api.call("POST", DOCUMENTS, { body: { assetIdentifier: "A", name: "outage.pdf" } });
const report = (uuid: string) => api.call("PUT", `${DOCUMENTS}/${uuid}`, { body: { status: 2 } });

async function readiness() {
  const response = await getReady();
  return { status: response.status, body: await response.json() };
}

function expectUnavailable(answer: Answer, code: string) {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(problem.parse(answer.body).code).toBe(code);
}

test("if the database is down, calls return 503 with Retry-After, and everything accepted before is still there afterwards", async () => {
  const { uuid, uploadSignedUrl } = await api.create();
  await fetch(uploadSignedUrl, { method: "PUT", body: "bytes" });

  const { port } = postgres;
  await postgres.stop();
  expectUnavailable(await create(), "database-unavailable");
  expectUnavailable(await report(uuid), "database-unavailable");
  expectUnavailable(await api.call("GET", `${DOCUMENTS}/${uuid}`), "database-unavailable");

  expect(await readiness()).toMatchObject({
    status: 503,
    body: {
      status: "unavailable",
      parts: { database: "unavailable", objectStore: "ok", notifications: "unknown" },
    },
  });

  postgres = await startPostgres(port);
  // No engine is running here, so readiness is degraded, but everything is still accepted.
  expect(await readiness()).toEqual({
    status: 200,
    body: {
      status: "degraded",
      parts: {
        database: "ok",
        objectStore: "ok",
        engine: "unavailable",
        notifications: "ok",
        processing: "ok",
        audit: "ok",
      },
    },
  });
  expect(await report(uuid)).toMatchObject({ status: 200, body: { status: 2, file: { size: 5 } } });
  expect((await create()).status).toBe(201);
});

test("if the object store is down, a report returns 503, reading still works, and the report succeeds later", async () => {
  const { uuid, uploadSignedUrl } = await api.create();
  await fetch(uploadSignedUrl, { method: "PUT", body: "bytes" });

  const { port } = objects;
  await objects.stop();
  expectUnavailable(await report(uuid), "object-store-unavailable");
  expect(await api.call("GET", `${DOCUMENTS}/${uuid}`)).toMatchObject({
    status: 200,
    body: { status: 1 },
  });

  expect(await readiness()).toMatchObject({
    status: 503,
    body: { status: "unavailable", parts: { database: "ok", objectStore: "unavailable" } },
  });

  objects = await startObjects(port);
  expect(await report(uuid)).toMatchObject({ status: 200, body: { status: 2, file: { size: 5 } } });
});
