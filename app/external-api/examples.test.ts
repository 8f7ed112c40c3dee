import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";
import {
  apiReferenceOf,
  type ReferenceOperation,
} from "@/lib/http/openapi/reference/api-reference";
import { relayStatusChanges } from "@/lib/notifications/use-cases/relay-status-changes";
import { findDifferences } from "../testing/example-differences.fixture";
import { prepareNotifications } from "../testing/notifications.fixture";
import { type RouteServer, serveRoutes } from "../testing/route-server.fixture";

const run = promisify(execFile);
const DOCUMENTS = "/external-api/staged-documents";
const CLASS = "/external-api/document-classes/service-contract";
/** The file size in the examples. */
const FILE = new Blob([new Uint8Array(184_320)], { type: "application/pdf" });
/**
 * The OpenAPI document that the documentation page shows, with the server address replaced by the address of the
 * handlers.
 */
const DOCUMENT = openApiDocument("http://127.0.0.1:3000");

const under = prepareNotifications();
const { api } = under;
let server: RouteServer;
let folder: string;

beforeAll(async () => {
  server = await serveRoutes();
  folder = await mkdtemp(join(tmpdir(), "stagedoor-examples-"));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => api.container.database.pool.query("TRUNCATE staged_document, asset CASCADE"));

/** The values of the variables in a command. */
type Variables = Readonly<Record<string, string>>;

const call = async (method: "POST" | "PUT", path: string, body: unknown) => {
  const answer = await api.call(method, path, { body });
  expect(answer.status).toBe(200);
};

async function uploaded(): Promise<Variables> {
  const { uuid, uploadSignedUrl } = await api.create();
  expect((await fetch(uploadSignedUrl, { method: "PUT", body: FILE })).status).toBe(200);
  return { uuid };
}

async function reported(): Promise<Variables> {
  const { uuid = "" } = await uploaded();
  await call("PUT", `${DOCUMENTS}/${uuid}`, { status: 2 });
  return { uuid };
}

async function reportedAs(...statuses: readonly number[]): Promise<Variables> {
  const { uuid = "" } = await reported();
  for (const status of statuses) await call("PUT", `${DOCUMENTS}/${uuid}`, { status });
  return { uuid };
}

/** Creates an approved document whose file has been read, because an example contains its hash. */
async function hashed(): Promise<Variables> {
  const known = await reportedAs(5);
  const { sha256 } = exampleOf("eraseContent").file;
  const text = "UPDATE staged_document SET file_sha256 = $1";
  await api.container.database.pool.query(text, [sha256]);
  return known;
}

const relay = () =>
  relayStatusChanges(under.ports, {
    documentUrl: (uuid) => `${server.origin}${DOCUMENTS}/${uuid}`,
  });

async function notify(): Promise<Variables> {
  const known = await reported();
  await relay();
  return known;
}

/** Creates a notification whose first attempt was answered with 503. */
async function refused(): Promise<Variables> {
  await notify();
  const { rows } = await api.container.database.pool.query("SELECT id FROM notification");
  const [{ id }] = rows as [{ id: string }];
  under.answerWith((response) => {
    response.sendDate = false;
    response.writeHead(503, { "content-type": "text/plain" }).end("Back soon");
  });
  await under.attempt(id);
  return { id };
}

async function withOwnClass(): Promise<Variables> {
  const { labels, isActive, keywords, fields } = exampleOf("listDocumentClasses").items[0];
  await call("PUT", CLASS, { labels, isActive, keywords, fields });
  return {};
}

async function withAsset(): Promise<Variables> {
  const { identifier, name, description, folder } = exampleOf("putAsset");
  const body = { identifier, name, description, folder };
  await call("POST", "/external-api/assets", body);
  return {};
}

/** The situations that the examples of an operation need: one for all examples, or one for each example. */
const SITUATIONS: Record<
  string,
  (() => Promise<Variables>) | Record<string, () => Promise<Variables>>
> = {
  renewUploadUrl: () => api.create(),
  reportStatus: {
    uploaded,
    failed: () => api.create(),
    renewed: () => reportedAs(3),
    results: () => reportedAs(3),
    processingFailed: () => reportedAs(3),
  },
  listStagedDocuments: reported,
  getStagedDocument: reported,
  moveStagedDocument: reported,
  deleteStagedDocument: reported,
  getContent: reported,
  eraseContent: hashed,
  listStatusChangesOfDocument: notify,
  readStatusFeed: notify,
  listDocumentClasses: withOwnClass,
  listNotifications: refused,
  getNotification: refused,
  resendNotification: refused,
  sendTestNotification: async () => {
    under.answerWith((response) => {
      response.sendDate = false;
      response.writeHead(200, { "content-type": "text/plain" }).end();
    });
    return {};
  },
  listAssets: withAsset,
  changeAsset: withAsset,
  getWebhook: async () => {
    await under.setWebhook("https://dms.example.com/stagedoor");
    return {};
  },
};

const operations = apiReferenceOf(DOCUMENT).tags.flatMap((tag) => tag.operations);
const commands = operations.flatMap((operation) =>
  operation.samples.map(({ label, source }, index) => ({
    operation,
    id: operation.id,
    label,
    source,
    isFirst: index === 0,
  })),
);

const isThere = spawnSync("curl", ["--version"]).status === 0;
const without = isThere ? "" : " (skipped: this machine has no curl)";

describe.skipIf(!isThere)(`every example in the OpenAPI document runs${without}`, () => {
  test.each(commands)("$id: $label", async ({ operation, id, label, source, isFirst }) => {
    const variables = await arrange(id, label);
    const { status, body } = await runInShell(source, variables);
    const [success] = operation.responses;
    expect([status, body]).toEqual([success?.status === 307 ? 200 : success?.status, body]);
    if (success?.status === 307) {
      const saved = await readFile(join(folder, "lease.pdf"));
      expect(saved.length).toBe(FILE.size);
    }
    if (isFirst && success?.example) expectLike(operation, JSON.parse(body));
  });

  test("every situation belongs to an operation", () => {
    const ids = operations.map((operation) => operation.id);
    expect(Object.keys(SITUATIONS).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

test.each([
  ["a different value", { status: 2 }, { status: 3 }, ["#/status is 3 and not 2"]],
  ["an extra property", {}, { colour: "red" }, ["#/colour is not in the example"]],
  ["a missing property", { colour: "red" }, {}, ["#/colour is missing"]],
  [
    "null instead of a time",
    { at: "2026-11-20T09:15:00.000Z" },
    { at: null },
    [expect.any(String)],
  ],
  ["a number instead of a random text", { secret: "a" }, { secret: 1 }, [expect.any(String)]],
  ["a missing item", { items: [{ a: 1 }] }, { items: [{ a: 2 }] }, [expect.any(String)]],
  ["an empty list", { items: [1] }, { items: [] }, ["#/items/0 is missing"]],
])("a wrong example is detected: %s", (_lie, example, answer, differences) => {
  expect(findDifferences(example, answer)).toEqual(differences);
});

async function arrange(id: string, label: string): Promise<Variables> {
  const situation = SITUATIONS[id];
  if (typeof situation === "function") return situation();
  return (await situation?.[label]?.()) ?? {};
}

/** Runs the command as if a reader had pasted it. */
async function runInShell(source: string, variables: Variables) {
  const known = Object.entries({ ...variables, STAGEDOOR_API_KEY: api.key });
  const { stdout } = await run(
    "sh",
    [
      "-c",
      `${known.map(([name, value]) => `${name}='${value}'`).join("; ")}
      ${source.replaceAll("http://127.0.0.1:3000", server.origin)} -sS -w '\\n%{http_code}'`,
    ],
    { cwd: folder },
  );
  const end = stdout.lastIndexOf("\n");
  return { status: Number(stdout.slice(end)), body: stdout.slice(0, end) };
}

function expectLike({ id, responses }: ReferenceOperation, answer: unknown): void {
  // The OpenAPI document contains no example of itself.
  if (id === "getOpenApiDocument") expect(answer).toEqual(DOCUMENT);
  else expect(findDifferences(JSON.parse(responses[0]?.example ?? ""), answer)).toEqual([]);
}

function exampleOf(id: string) {
  const operation = operations.find((each) => each.id === id);
  return JSON.parse(operation?.responses[0]?.example ?? "");
}
