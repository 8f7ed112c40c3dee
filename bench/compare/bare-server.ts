import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { S3Client } from "@aws-sdk/client-s3";
import { S3RequestPresigner } from "@aws-sdk/s3-request-presigner";
import pg from "pg";
import { request as send } from "undici";
import { onLauncherGone, readLauncherConfiguration } from "@/embedded/launcher-pipe";
import { API_KEY_STATEMENTS } from "@/lib/adapters/postgres/accounts/api-key-statement";
import { moveValues } from "@/lib/adapters/postgres/core/status-move";
import { STATEMENTS } from "@/lib/adapters/postgres/documents/staged-document-statements";
import { STATUS } from "@/lib/documents/rules/status";
import { moveBetween } from "@/lib/documents/testing/document-at-status.fixture";

/**
 * The practical limit: the product's SQL statements and S3 calls on `node:http`, `pg` and the presigner, with API keys
 * cached for as long as the product caches them. It has no validation, no error handling and no domain logic.
 */

/** The configuration, which the bench writes as the first line on standard input. */
export interface BareConfiguration {
  readonly port: number;
  readonly databaseUrl: string;
  readonly objectStore: {
    readonly endpoint: string;
    readonly region: string;
    readonly bucket: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
}

interface Row {
  readonly uuid: string;
  readonly asset_identifier: string;
  readonly name: string;
  readonly status: number;
  readonly upload_expires_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const KEY_CACHE_MS = 3_000;
const EXPIRES_IN_SECONDS = 3_600;
const DOCUMENTS = "/external-api/staged-documents";

// Only the bench starts this program, and the bench writes exactly this configuration.
const configuration = (await readLauncherConfiguration()) as BareConfiguration;
const { port, databaseUrl, objectStore } = configuration;
const { bucket: Bucket, accessKeyId, secretAccessKey } = objectStore;
const publicUrl = `http://127.0.0.1:${port}`;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const s3 = new S3Client({
  region: objectStore.region,
  endpoint: objectStore.endpoint,
  forcePathStyle: true,
  credentials: { accessKeyId, secretAccessKey },
  requestChecksumCalculation: "WHEN_REQUIRED",
  responseChecksumValidation: "WHEN_REQUIRED",
});
const presigner = new S3RequestPresigner({ ...s3.config });
const store = new URL(objectStore.endpoint);
const knownKeys = new Map<string, { id: Promise<string>; untilMs: number }>();

async function create(request: IncomingMessage, actor: string) {
  const { assetIdentifier, name } = JSON.parse(await readBody(request));
  const uuid = randomUUID();
  const at = new Date();
  const expiresAt = new Date(at.getTime() + EXPIRES_IN_SECONDS * 1000);
  const uploadSignedUrl = await sign("PUT", `staged/${uuid}`, at);
  const announced = { uuid, assetIdentifier, name, folder: null, uploadExpiresAt: expiresAt };
  const change = { status: 1, at, actor, reason: "created", requestId: null, isNotified: true };
  const row = await queryOne(STATEMENTS.createDocument({ ...announced, ...change }));
  return { ...render(row), uploadSignedUrl };
}

async function report(request: IncomingMessage, uuid: string, actor: string) {
  const { status } = JSON.parse(await readBody(request));
  const Key = `staged/${uuid}`;
  const url = await sign("HEAD", Key, new Date());
  const { headers: file, body } = await send(url, { method: "HEAD", reset: false });
  await body.dump();
  const move = moveBetween(STATUS.waitingForUpload, status);
  const values = moveValues({
    uuid,
    move,
    actor,
    reason: "reported",
    at: new Date(),
    file: {
      sizeBytes: Number(file["content-length"]),
      contentType: String(file["content-type"]),
      objectKey: Key,
      versionId: String(file["x-amz-version-id"]),
    },
  });
  return render(await queryOne(STATEMENTS.compareAndSetStatus(values)));
}

async function get(uuid: string) {
  return render(await queryOne(STATEMENTS.findDocument({ uuid })));
}

async function route(request: IncomingMessage): Promise<object> {
  const actor = `api-key:${await findKey(request.headers.authorization ?? "")}`;
  if (request.method === "POST") return create(request, actor);
  const uuid = (request.url ?? "").slice(DOCUMENTS.length + 1);
  return request.method === "PUT" ? report(request, uuid, actor) : get(uuid);
}

function findKey(authorization: string): Promise<string> {
  const known = knownKeys.get(authorization);
  if (known && known.untilMs > Date.now()) return known.id;
  const hash = createHash("sha256").update(authorization.slice("Bearer ".length)).digest();
  const found = pool.query(API_KEY_STATEMENTS.findAndTouch({ hash, at: new Date() }));
  const id = found.then(({ rows }) => String(rows[0].id));
  knownKeys.set(authorization, { id, untilMs: Date.now() + KEY_CACHE_MS });
  return id;
}

async function sign(method: "HEAD" | "PUT", key: string, signingDate: Date): Promise<string> {
  const { protocol, hostname, host } = store;
  const path = `/${Bucket}/${key}`;
  const signed = await presigner.presign(
    {
      method,
      protocol,
      hostname,
      port: Number(store.port),
      path,
      query: {},
      headers: { host },
    },
    { signingDate, expiresIn: EXPIRES_IN_SECONDS },
  );
  const query = Object.entries(signed.query ?? {});
  return `${store.origin}${path}?${query.map(([n, v]) => `${n}=${encodeURIComponent(String(v))}`).join("&")}`;
}

async function queryOne(query: pg.QueryConfig): Promise<Row> {
  const { rows } = await pool.query<Row>(query);
  if (!rows[0]) throw new Error(`no row returned by ${query.name}`);
  return rows[0];
}

const render = (row: Row) => ({
  uuid: row.uuid,
  assetIdentifier: row.asset_identifier,
  name: row.name,
  status: row.status,
  url: `${publicUrl}${DOCUMENTS}/${row.uuid}`,
  uploadExpiresAt: row.upload_expires_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

function answer(response: ServerResponse, status: number, body: object): void {
  const json = JSON.stringify(body);
  const length = Buffer.byteLength(json);
  response.writeHead(status, { "content-type": "application/json", "content-length": length });
  response.end(json);
}

const server = createServer((request, response) => {
  route(request).then(
    (body) => answer(response, request.method === "POST" ? 201 : 200, body),
    (error: unknown) => answer(response, 500, { error: String(error) }),
  );
});
server.listen(port, "127.0.0.1", () => process.stdout.write('{"ready":true}\n'));
onLauncherGone(() => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
