import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { signIn } from "@/e2e/accounts/sign-in-page";
import { longPdf } from "@/e2e/preview/made-pdfs";
import { type Product, startProduct } from "@/e2e/product";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import playwright from "@/playwright.config";
import { type BenchSurroundings, quick, runBench, withMachine } from "../report/report";
import { startBarePage } from "./bare-page";
import { type PreviewFigures, renderFigures } from "./figures";
import { measureFirstPage } from "./measure";

await runBench<{ readonly rounds: number; readonly pages: number }>({
  name: "preview",
  full: { rounds: 8, pages: 300 },
  shorter: quick({ rounds: 4, pages: 300 }),
  measure: async ({ rounds, pages }, surroundings) => {
    const invoice = new Uint8Array(
      await readFile(join(surroundings.root, "cli/demo/documents/invoice.pdf")),
    );
    const files = { "invoice, 1 page": invoice, [`report, ${pages} pages`]: await longPdf(pages) };
    return withMachine(async () => renderFigures(await measureAll(files, rounds, surroundings)));
  },
});

async function measureAll(
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
  rounds: number,
  { root, signal, say }: BenchSurroundings,
): Promise<PreviewFigures[]> {
  const endings: (() => Promise<unknown>)[] = [];
  try {
    say("Building the product if needed and starting it…");
    const product = await startProduct();
    endings.push(() => product.stop());
    const browser = await chromium.launch(playwright.use?.launchOptions);
    endings.push(() => browser.close());
    const session = await makeSession(browser, product);
    const figures: PreviewFigures[] = [];
    for (const [file, bytes] of Object.entries(files)) {
      say(`Measuring ${file}…`);
      const bare = await startBarePage(root, bytes);
      endings.push(bare.stop);
      const pages = { product: await handIn(product, bytes), bare: bare.url, session };
      figures.push({ file, visits: await measureFirstPage(browser, pages, { rounds, signal }) });
    }
    return figures;
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

/** Uploads a document with these bytes. @returns the URL of its page */
async function handIn({ url, apiKey }: Product, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const client = createStagedoorClient({ url, apiKey });
  const given = { assetIdentifier: "BENCH-1", name: "report.pdf" };
  const { uuid } = await client.handIn(new Blob([bytes]), given);
  return `${url}/documents/${uuid}`;
}

async function makeSession(browser: Browser, { url, administrator }: Product) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/login");
  await signIn(page, administrator);
  await page.waitForURL("**/cockpit");
  const session = await context.storageState();
  await context.close();
  return session;
}
