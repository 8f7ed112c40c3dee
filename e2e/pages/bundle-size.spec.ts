import { gzipSync } from "node:zlib";
import { expect, type Page, type Response } from "@playwright/test";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { test } from "../browser-test";

/**
 * All scripts that the browser fetches until the network has been idle for half a second. What loads after the page, on
 * purpose, does not count: messages, menus and dialogs (`components/ui/use-loaded.ts`).
 */
const COCKPIT_BYTES_MAX = 200_000;
const API_REFERENCE_BYTES_MAX = 250_000;
const OTHER_BYTES_MAX = 300_000;
/** The limit for a document without a file, because the library that draws PDFs is only loaded with the first preview. */
const DOCUMENT_BYTES_MAX = 350_000;

/** Messages, menus and dialogs load two seconds after their page. */
const LATER_MS = 2_000;

const OTHER_PAGES = [
  "/cockpit/asset?identifier=SIZE-1",
  "/cockpit/import",
  "/documents",
  "/administration/external-dms",
  "/administration/users",
  "/administration/api-keys",
  "/administration/audit",
  "/account",
  "/docs",
  "/docs/guide",
];

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

test("the first load of the cockpit needs less than 200 kB of compressed scripts", async ({
  adminPage: page,
}) => {
  await expectSmall(page, "/cockpit", COCKPIT_BYTES_MAX);
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
  await expectSmall(page, "/docs/api", API_REFERENCE_BYTES_MAX);
});

test("the first load of every other page needs less than 300 kB of compressed scripts", async ({
  openAdminPage,
}) => {
  for (const path of OTHER_PAGES) {
    const page = await openAdminPage();
    await expectSmall(page, path, OTHER_BYTES_MAX);
    await page.context().close();
  }
});

test("no page requests parts of other pages before a link is clicked", async ({
  openAdminPage,
  product,
}) => {
  const client = createStagedoorClient(product);
  const { uuid } = await client.create({ assetIdentifier: "AHEAD-1", name: "a.pdf" });
  for (const path of ["/cockpit", `/documents/${uuid}`, "/docs/api", ...OTHER_PAGES]) {
    const page = await openAdminPage();
    const requested: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).searchParams.has("_rsc")) requested.push(request.url());
    });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(requested, path).toEqual([]);
    await page.context().close();
  }
});

async function expectSmall(page: Page, path: string, bytesMax: number): Promise<void> {
  // What a page loads later, on purpose, must not load before the network is idle, however busy the machine is.
  await page.addInitScript((laterMs) => {
    const start = globalThis.setTimeout;
    globalThis.setTimeout = ((run: () => void, ms = 0, ...values: []) =>
      ms < laterMs ? start(run, ms, ...values) : 0) as typeof setTimeout;
  }, LATER_MS);
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
