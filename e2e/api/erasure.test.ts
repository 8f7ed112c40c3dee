import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runCli } from "@/cli/testing/run-cli";
import { createStagedoorClient, type StagedoorClient } from "@/lib/client/stagedoor-client";
import { placesWith } from "@/testing/places-with";
import { type Product, startProduct } from "../product";

const PATIENCE = { timeout: 90_000, interval: 200 };
const MARKER = "QX7MARKE42";
const INVOICE = `Muster Hausverwaltung GmbH\n\nRechnung\n\nRechnungsnummer: ${MARKER}\nRechnungsdatum: 03.11.2026\n\nGesamtbetrag: 119,00 EUR\n`;
let product: Product;
let client: StagedoorClient;

beforeAll(async () => {
  product = await startProduct({ env: { PROCESSOR: "builtin", FILE_RETENTION_DAYS: "0" } });
  client = createStagedoorClient(product);
});

afterAll(() => product?.stop());

async function settings(): Promise<{ DATABASE_URL: string }> {
  const file = join(product.dataDir, "application.env.json");
  return JSON.parse(await readFile(file, "utf8")).settings;
}

/** Uploads a file that contains the marker, waits until it has been read, and approves it. */
async function makeApproved(name: string): Promise<string> {
  const { uuid } = await client.handIn(new Blob([INVOICE]), { assetIdentifier: "BLD-0001", name });
  await vi.waitFor(async () => expect((await client.get(uuid)).status).toBe(4), PATIENCE);
  const answer = await fetch(`${product.url}/external-api/staged-documents/${uuid}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" },
    body: '{"status": 5}',
  });
  expect(answer.status).toBe(200);
  return uuid;
}

/** Signs in as the first administrator and returns the session cookies. */
async function signIn(): Promise<string> {
  const csrf = await fetch(`${product.url}/api/auth/csrf`);
  const { csrfToken } = Object(await csrf.json());
  const cookiesOf = ({ headers }: Response) =>
    headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const signedIn = await fetch(`${product.url}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: cookiesOf(csrf).join("; ") },
    body: new URLSearchParams({ ...product.administrator, csrfToken, json: "true" }),
  });
  expect(signedIn.status).toBe(200);
  return [...cookiesOf(csrf), ...cookiesOf(signedIn)].join("; ");
}

/**
 * Finds every file of the product that contains the marker in the form in which it was uploaded. PostgreSQL's files are
 * excluded; its rows are searched instead.
 */
async function filesWithMarker(): Promise<readonly string[]> {
  const folders = await readdir(product.dataDir, { withFileTypes: true });
  const read = folders.filter((each) => each.isDirectory() && each.name !== "postgres");
  const below = await Promise.all(
    read.map(({ name }) =>
      readdir(join(product.dataDir, name), { recursive: true, withFileTypes: true }),
    ),
  );
  const names = below.flat();
  const files = names
    .filter((name) => name.isFile())
    .map((name) => join(name.parentPath, name.name));
  const found = await Promise.all(
    files.map(async (file) => (await readFile(file)).includes(MARKER)),
  );
  return files.filter((_, index) => found[index]);
}

test("erased content is not in any table, engine row, object or log", async () => {
  const file = new Blob([INVOICE]);
  const { uuid } = await client.handIn(file, { assetIdentifier: "BLD-0001", name: "a.txt" });
  await vi.waitFor(async () => expect((await client.get(uuid)).status).toBe(4), PATIENCE);
  const { DATABASE_URL } = await settings();
  expect(await placesWith(DATABASE_URL, MARKER)).toEqual([
    "document_search.content",
    "document_search.values",
    "document_text.content",
    "prediction.result",
    "staged_document.classification",
  ]);
  expect(await filesWithMarker()).toHaveLength(1);

  await fetch(`${product.url}/external-api/staged-documents/${uuid}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${product.apiKey}` },
  });
  const swept = await runCli("cli/sweep.ts", [], { STAGEDOOR_DATA_DIR: product.dataDir });
  expect(swept.output).toMatch(/^files erased +1\npages of text erased +1$/m);

  expect(await placesWith(DATABASE_URL, MARKER)).toEqual([]);
  expect(await filesWithMarker()).toEqual([]);
  expect(await client.get(uuid)).toMatchObject({
    status: 8,
    name: "a.txt",
    classification: null,
    file: { size: INVOICE.length },
  });
  const { items } = await client.feedPage({ after: 0 });
  expect(items.map(({ currentStatus }) => currentStatus)).toEqual([1, 2, 4, 8]);
});

test("the content of an approved document is gone everywhere, whether erased with a key or by an administrator", async () => {
  const { DATABASE_URL } = await settings();
  const [byKey, byPerson] = [await makeApproved("key.txt"), await makeApproved("person.txt")];
  expect(await filesWithMarker()).toHaveLength(2);

  const answers = [
    await fetch(`${product.url}/external-api/staged-documents/${byKey}/content-erasure`, {
      method: "POST",
      headers: { authorization: `Bearer ${product.apiKey}` },
    }),
    await fetch(`${product.url}/api/cockpit/documents/${byPerson}/content-erasure`, {
      method: "POST",
      headers: { cookie: await signIn() },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);

  expect(await placesWith(DATABASE_URL, MARKER)).toEqual([]);
  expect(await filesWithMarker()).toEqual([]);
  for (const uuid of [byKey, byPerson]) {
    expect(await client.get(uuid)).toMatchObject({
      status: 5,
      classification: null,
      file: { erasedAt: expect.stringMatching(/Z$/) },
    });
    const content = await fetch(`${product.url}/external-api/staged-documents/${uuid}/content`, {
      headers: { authorization: `Bearer ${product.apiKey}` },
    });
    expect(content.status).toBe(410);
  }
});
