import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { longPdf } from "@/e2e/preview/made-pdfs";
import { type Product, startProduct } from "@/e2e/product";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import playwright from "@/playwright.config";
import { makeSession } from "../load/start";
import { type BenchSurroundings, quick, runBench, withMachine } from "../report/report";
import { startBarePage } from "./bare-page";
import { measureFirstPage, type PreviewFigures, renderFigures } from "./measure";

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
  { root, signal, say, addEnding }: BenchSurroundings,
): Promise<PreviewFigures[]> {
  say("Building the product if needed and starting it…");
  const product = await startProduct();
  addEnding(product.stop);
  const browser = await chromium.launch(playwright.use?.launchOptions);
  addEnding(() => browser.close());
  const session = await makeSession(browser, product, product.administrator);
  const figures: PreviewFigures[] = [];
  for (const [file, bytes] of Object.entries(files)) {
    say(`Measuring ${file}…`);
    const bare = await startBarePage(root, bytes);
    addEnding(bare.stop);
    const pages = { product: await handIn(product, bytes), bare: bare.url, session };
    figures.push({ file, visits: await measureFirstPage(browser, pages, { rounds, signal }) });
  }
  return figures;
}

/** Uploads a document with these bytes. @returns the URL of its page */
async function handIn({ url, apiKey }: Product, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const client = createStagedoorClient({ url, apiKey });
  const target = { assetIdentifier: "BENCH-1", name: "report.pdf" };
  const { uuid } = await client.handIn(new Blob([bytes]), target);
  return `${url}/documents/${uuid}`;
}
