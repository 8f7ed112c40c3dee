import { gzipSync } from "node:zlib";
import { expect, type Page, type Response } from "@playwright/test";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { test } from "../browser-test";

const BYTES_MAX = 250_000;
const OTHER_BYTES_MAX = 300_000;
/** The limit for a document without a file, because the library that draws PDFs is only loaded with the first preview. */
const DOCUMENT_BYTES_MAX = 350_000;

/** From now on, collects every script that the page loads. */
function noteScripts(page: Page): Response[] {
  const scripts: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  });
  return scripts;
}

/**
 * Returns the size as transferred or, for a script that the server did not compress, the size that compression would
 * give.
 */
async function compressedBytes(script: Response): Promise<number> {
  if (await script.headerValue("content-encoding")) {
    return (await script.request().sizes()).responseBodySize;
  }
  return gzipSync(await script.body()).length;
}

test("the first load of the cockpit needs less than 250 kB of compressed scripts", async ({
  adminPage: page,
}) => {
  await expectSmall(page, "/cockpit", BYTES_MAX);
});

test("the first load of a document needs less than 350 kB before its preview", async ({
  adminPage: page,
  product,
}) => {
  const document = { assetIdentifier: "SIZE-1", name: "a.pdf" };
  const { uuid } = await createStagedoorClient(product).create(document);
  await expectSmall(page, `/documents/${uuid}`, DOCUMENT_BYTES_MAX);
});

test("the first load of the API reference needs less than 250 kB of compressed scripts", async ({
  page,
}) => {
  await expectSmall(page, "/docs/api", BYTES_MAX);
});

test("the first load of every other page needs less than 300 kB of compressed scripts", async ({
  openAdminPage,
}) => {
  const pages = [
    "/cockpit/asset?identifier=SIZE-1",
    "/cockpit/import",
    "/administration/external-dms",
    "/administration/users",
    "/administration/api-keys",
    "/administration/audit",
    "/account",
    "/docs",
    "/docs/guide",
  ];
  for (const path of pages) {
    const page = await openAdminPage();
    await expectSmall(page, path, OTHER_BYTES_MAX);
    await page.context().close();
  }
});

async function expectSmall(page: Page, path: string, bytesMax: number): Promise<void> {
  const scripts = noteScripts(page);
  await page.goto(path);
  // The stream of live events does not count as a load, so the network is idle when all scripts have been loaded.
  await page.waitForLoadState("networkidle");
  const sizes = await Promise.all(scripts.map(compressedBytes));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  process.stdout.write(
    `${path}: ${scripts.length} scripts, ${(bytes / 1_000).toFixed(1)} kB compressed\n`,
  );
  expect(scripts.length).toBeGreaterThan(3);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(bytesMax);
}
