import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStagedoorClient, type StagedoorClient } from "@/lib/client/stagedoor-client";
import { type Product, startProduct } from "../product";

const run = promisify(execFile);
let product: Product;
let client: StagedoorClient;

beforeAll(async () => {
  product = await startProduct({ env: { PROCESSOR: "external" } });
  client = createStagedoorClient(product);
});

afterAll(() => product?.stop());

const handIn = () =>
  client.handIn(new Blob(["119,00 EUR"]), { assetIdentifier: "BLD-0001", name: "a.txt" });

async function report(uuid: string, body: object) {
  const answer = await fetch(`${product.url}/external-api/staged-documents/${uuid}`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${product.apiKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

async function processOne(): Promise<string> {
  const { stdout } = await run("sh", ["docs/processing/external.sh"], {
    timeout: 60_000,
    env: { ...process.env, STAGEDOOR_URL: product.url, STAGEDOOR_API_KEY: product.apiKey },
  });
  return stdout;
}

const isCurlThere = spawnSync("curl", ["--version"]).status === 0;
const skipped = isCurlThere ? "" : " (skipped: this machine has no curl)";

describe("the program in docs/processing.md", () => {
  test.skipIf(!isCurlThere)(`takes, renews and settles the oldest document${skipped}`, async () => {
    const { uuid } = await handIn();
    const output = await processOne();
    expect(output).toBe(`took run 1 of ${uuid}\nsettled ${uuid}, 10 bytes\n`);
    expect(await client.get(uuid)).toMatchObject({
      status: 4,
      failure: null,
      classification: {
        documentClass: "invoice",
        processor: "example/1",
        fields: [{ name: "totalAmount", value: "119.00", text: "119,00 EUR" }],
      },
    });
    expect(await processOne()).toBe("no document is waiting\n");
  });
});

describe("a run", () => {
  test("belongs to one processor; results sent after the run has ended are rejected and change nothing", async () => {
    const { uuid } = await handIn();
    const taken = await report(uuid, { status: 3 });
    expect(taken).toMatchObject({ status: 200, body: { processing: { run: 1 } } });
    expect(await report(uuid, { status: 3 })).toMatchObject({ status: 409 });
    expect(await report(uuid, { status: 3, run: 1 })).toMatchObject({
      status: 200,
      body: { status: 3, processing: { run: 1 } },
    });
    const failure = { code: "unreadable", message: "It cannot be read." };
    expect(await report(uuid, { status: 4, run: 1, failure })).toMatchObject({ status: 200 });
    const again = await report(uuid, { status: 3 });
    expect(again.body).toMatchObject({ status: 3, failure: null });
    expect(again.body).not.toHaveProperty("processing");
    expect(await report(uuid, { status: 3 })).toMatchObject({ body: { processing: { run: 2 } } });
    const late = await report(uuid, { status: 4, run: 1, failure });
    expect(late).toMatchObject({ status: 409, body: { code: "run-ended" } });
    expect(await client.get(uuid)).toMatchObject({ status: 3, failure: null });
  });
});
