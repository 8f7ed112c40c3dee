import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct } from "../product";

/** The parts of the generated file that the test calls. */
interface GeneratedClient {
  readonly defaults: { baseUrl: string; headers: Record<string, string> };
  createStagedDocument(
    body: { assetIdentifier: string; name: string },
    headers?: { idempotencyKey?: string },
  ): Promise<Answer<{ uuid: string; uploadSignedUrl?: string }>>;
  reportStatus(uuid: string, body: { status: number }): Promise<Answer<{ statusName: string }>>;
  getStagedDocument(uuid: string): Promise<Answer<{ file: { size: number } | null }>>;
  readStatusFeed(query: { after?: number }): Promise<Answer<{ items: { uuid: string }[] }>>;
}

interface Answer<Data> {
  readonly status: number;
  readonly data: Data;
}

const root = process.cwd();
const run = promisify(execFile);
let product: Product;
let folder: string;
let client: GeneratedClient;

beforeAll(async () => {
  product = await startProduct();
  folder = await mkdtemp(join(tmpdir(), "stagedoor-generated-"));
  // The generated file imports its runtime, which must be resolvable from the file's folder.
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const document = await fetch(`${product.url}/external-api/openapi.json`);
  await writeFile(join(folder, "openapi.json"), await document.text());
  await node("node_modules/oazapfts/dist/cli.js", "openapi.json", "client.ts");
  client = await import(/* @vite-ignore */ join(folder, "client.ts"));
  client.defaults.headers.authorization = `Bearer ${product.apiKey}`;
});

afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("a client generated from the served document by a public generator", () => {
  test("is valid TypeScript", async () => {
    await node(
      "node_modules/typescript/bin/tsc",
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--target",
      "es2022",
      "--module",
      "esnext",
      "--moduleResolution",
      "bundler",
      "--types",
      "node",
      "client.ts",
    );
  });

  test("contains the URL that it was generated from", () => {
    expect(client.defaults.baseUrl).toBe(product.url);
  });

  test("performs the complete three-phase upload", async () => {
    const created = await client.createStagedDocument({
      assetIdentifier: "BLD-0001",
      name: "generated.pdf",
    });
    expect(created.status).toBe(201);
    const { uuid, uploadSignedUrl = "" } = created.data;

    const uploaded = await fetch(uploadSignedUrl, { method: "PUT", body: "bytes" });
    expect(uploaded.status).toBe(200);

    const reported = await client.reportStatus(uuid, { status: 2 });
    expect(reported).toMatchObject({ status: 200, data: { statusName: "upload_successful" } });
    expect(await client.getStagedDocument(uuid)).toMatchObject({ data: { file: { size: 5 } } });
  });

  test("reads the feed", async () => {
    const { data } = await client.readStatusFeed({ after: 0 });
    expect(data.items.length).toBeGreaterThanOrEqual(2);
  });

  test("returns problems as responses with their status", async () => {
    const answer = await client.createStagedDocument({ assetIdentifier: "", name: "a.pdf" });
    expect(answer).toMatchObject({ status: 422, data: { code: "validation-failed" } });
  });
});

const node = (program: string, ...args: readonly string[]) =>
  run(process.execPath, [join(root, program), ...args], { cwd: folder, timeout: 60_000 });
