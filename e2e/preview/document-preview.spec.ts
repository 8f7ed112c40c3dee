import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { PREVIEW_TEXTS } from "@/components/texts/en/preview-texts";
import { STATUS_TEXTS } from "@/components/texts/en/status-texts";
import { openAs } from "../accounts/sign-in-page";
import { test } from "../browser-test";
import { untilLive } from "../cockpit/cockpit-page";
import { statusOf } from "../documents/document-tools";
import { faultsOf } from "../page-faults";
import { startProduct } from "../product";
import { longPdf, scriptedPdf, slowPdf } from "./made-pdfs";
import { colourAt, fixture, openDocument, sheetOf, untilDrawn } from "./preview-page";

const tool = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const region = (page: Page) => page.getByRole("region", { name: /^Pages of / });

test("a PDF is drawn, its text can be selected, and nothing violates the page's policy", async ({
  adminPage: page,
  product,
}) => {
  const bytes = new Uint8Array(await readFile("cli/demo/documents/invoice.pdf"));
  await openDocument({ page, product }, { name: "invoice.pdf", bytes });
  await untilDrawn(page, 1);
  const words = sheetOf(page, 1).getByText("Harbour Electrical Ltd").first();
  await words.selectText();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain("Harbour Electrical Ltd");
  expect(page.frames()).toHaveLength(1);
});

test("a PDF is loaded without a request for its URL, and the library that draws it comes with the page", async ({
  adminPage: page,
  product,
}) => {
  const requests: string[] = [];
  const threads: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  page.on("worker", (thread) => threads.push(thread.url()));
  const bytes = new Uint8Array(await readFile("cli/demo/documents/invoice.pdf"));
  const uuid = await openDocument({ page, product }, { name: "invoice.pdf", bytes });
  await untilDrawn(page, 1);
  expect(requests.filter((path) => path.endsWith("/file-url"))).toEqual([]);
  expect(threads).toEqual([expect.stringMatching(/\/pdf\.worker\.min\.mjs$/)]);
  // None of the application's scripts can run from here on.
  await page.route("**/_next/static/chunks/**/*.js", (route) => route.abort());
  const files = ["**/pdf.min.mjs", "**/pdf.worker.min.mjs"];
  const loads = files.map((file) => page.waitForResponse(file));
  const answer = await page.goto(`/documents/${uuid}`);
  expect(answer?.headers()["cache-control"]).toContain("no-store");
  for (const loaded of await Promise.all(loads)) expect(loaded.status()).toBe(200);
});

test("a document page can be used while its file does not arrive", async ({
  adminPage: page,
  product,
}) => {
  const bytes = new Uint8Array(await readFile("cli/demo/documents/invoice.pdf"));
  const uuid = await openDocument({ page, product }, { name: "invoice.pdf", bytes });
  await untilDrawn(page, 1);
  const isOfFile = ({ origin }: URL) => origin !== new URL(product.url).origin;
  await page.route(isOfFile, () => undefined);
  await page.goto(`/documents/${uuid}`, { waitUntil: "commit" });
  await untilLive(page);
});

test("a table and a web page are shown as the text that was read, never as HTML, and the rest of a very long line on request", async ({
  browser,
}) => {
  // This product runs the built-in processor, which is off in the other browser tests.
  const product = await startProduct({ env: { PROCESSOR: "builtin" } });
  try {
    const page = await openAs(browser, product, product.administrator);
    const csv = `Item;Net;Gross\n${"Heat pump;1000.00;1200.00\n".repeat(20)}`;
    await openDocument({ page, product }, { name: "costs.csv", bytes: csv });
    await expect(page.getByRole("cell", { name: "Heat pump" }).first()).toBeVisible();
    const html =
      "<!doctype html><html><body><h1>Lease</h1><p>two rooms</p><script>window.wasRun = true</script></body></html>";
    await openDocument({ page, product }, { name: "lease.html", bytes: html });
    await expect(page.getByText("two rooms")).toBeVisible();
    expect(await page.evaluate(() => "wasRun" in window)).toBe(false);
    const line = "word ".repeat(60_000);
    await openDocument({ page, product }, { name: "line.txt", bytes: line });
    const more = page.getByRole("button", { name: PREVIEW_TEXTS.moreText(200_000, 300_000) });
    await expect(more).toBeVisible();
    expect((await sheetOf(page, 1).innerText()).length).toBeLessThan(200_100);
    await more.press("Enter");
    await expect(more).toHaveCount(0);
    expect((await sheetOf(page, 1).innerText()).length).toBeGreaterThan(299_990);
    await expect(page.getByLabel(PREVIEW_TEXTS.textRegion("line.txt"))).toBeFocused();
    // The text stays as it is when the reading ends, and so does the focus.
    await expect(statusOf(page)).toContainText(STATUS_TEXTS[4].label);
    expect((await sheetOf(page, 1).innerText()).length).toBeGreaterThan(299_990);
    await expect(page.getByLabel(PREVIEW_TEXTS.textRegion("line.txt"))).toBeFocused();
  } finally {
    await product.stop();
  }
});

test("scans in JPEG 2000 and JBIG2 are drawn without WebAssembly", async ({
  adminPage: page,
  product,
}) => {
  await openDocument({ page, product }, { name: "jpx.pdf", bytes: await fixture("scan-jpx.pdf") });
  await untilDrawn(page, 1);
  const [red = 0, green = 255] = (await colourAt(page, 1, 0.25, 0.25)).split(",").map(Number);
  expect([red > 180, green < 60]).toEqual([true, true]);
  const jbig2 = { name: "jbig2.pdf", bytes: await fixture("scan-jbig2.pdf") };
  await openDocument({ page, product }, jbig2);
  await untilDrawn(page, 1);
  expect(await colourAt(page, 1, 0.25, 0.25)).toBe("0,0,0");
  expect(await colourAt(page, 1, 0.75, 0.1)).toBe("255,255,255");
});

test("zoom, rotation and page changes work by keyboard", async ({ adminPage: page, product }) => {
  await openDocument({ page, product }, { name: "seven.pdf", bytes: await longPdf(7) });
  await untilDrawn(page, 1);
  await region(page).focus();
  const before = await sheetOf(page, 1).boundingBox();
  await page.keyboard.press("-");
  await expect(async () => {
    const after = await sheetOf(page, 1).boundingBox();
    expect(after?.width ?? 0).toBeLessThan(before?.width ?? 0);
  }).toPass();
  await page.keyboard.press("0");
  await page.keyboard.press("r");
  await expect(async () => {
    const { width = 0, height = 0 } = (await sheetOf(page, 1).boundingBox()) ?? {};
    expect(width).toBeGreaterThan(height);
  }).toPass();
  await page.keyboard.press("End");
  await untilDrawn(page, 7);
  await expect(page.getByLabel(PREVIEW_TEXTS.page, { exact: true })).toHaveValue("7");
  await page.keyboard.press("Home");
  await untilDrawn(page, 1);
  await page.getByLabel(PREVIEW_TEXTS.page, { exact: true }).fill("4");
  await page.keyboard.press("Enter");
  await untilDrawn(page, 4);
  await tool(page, PREVIEW_TEXTS.fitPage).click();
  await expect(tool(page, PREVIEW_TEXTS.fitPage)).toHaveAttribute("aria-pressed", "true");
});

test("a PDF with 300 pages scrolls without stalling, and only a few of its pages have a canvas", async ({
  adminPage: page,
  product,
}) => {
  await openDocument({ page, product }, { name: "300.pdf", bytes: await longPdf(300) });
  await untilDrawn(page, 1);
  const seen = await region(page).evaluate(async (element) => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: "longtask" });
    let canvases = 0;
    const step = element.scrollHeight / 300;
    for (let at = 0; at < element.scrollHeight; at += step) {
      element.scrollTop = at;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      canvases = Math.max(canvases, element.querySelectorAll("canvas").length);
    }
    return { canvases, longest: Math.max(0, ...tasks) };
  });
  await untilDrawn(page, 300);
  expect(seen.canvases).toBeLessThanOrEqual(6);
  expect(seen.longest).toBeLessThan(1_000);
});

test("a script in a PDF never runs, and clicking a link in it does nothing", async ({
  adminPage: page,
  product,
}) => {
  await openDocument({ page, product }, { name: "scripted.pdf", bytes: scriptedPdf() });
  await untilDrawn(page, 1);
  const before = page.url();
  const box = await sheetOf(page, 1).boundingBox();
  await page.mouse.click((box?.x ?? 0) + 60, (box?.y ?? 0) + 80);
  expect(page.url()).toBe(before);
  expect(page.context().pages()).toHaveLength(1);
  await expect(sheetOf(page, 1).getByRole("link")).toHaveCount(0);
});

test("drawing a page that would take minutes is abandoned, and the tab stays responsive", async ({
  adminPage: page,
  product,
}) => {
  test.setTimeout(240_000);
  await openDocument({ page, product }, { name: "slow.pdf", bytes: slowPdf() });
  await expect(
    page
      .getByText(PREVIEW_TEXTS.pageTooSlow)
      .or(page.getByText(PREVIEW_TEXTS.refusals["too-slow"])),
  ).toBeVisible({ timeout: 120_000 });
  const startedAt = Date.now();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(Date.now() - startedAt).toBeLessThan(5_000);
});

test("an image is drawn, and an SVG drawing that contains a script is not", async ({
  adminPage: page,
  product,
}) => {
  const png = new Uint8Array(await readFile("docs/screenshots/account.png"));
  await openDocument({ page, product }, { name: "photo.png", bytes: png });
  await untilDrawn(page, 1);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>window.wasRun = true</script></svg>';
  await openDocument({ page, product }, { name: "drawing.svg", bytes: svg });
  await expect(page.getByRole("heading", { name: PREVIEW_TEXTS.noPreview })).toBeVisible();
  await expect(page.getByText("a drawing (SVG)").first()).toBeVisible();
  expect(await page.evaluate(() => "wasRun" in window)).toBe(false);
  await expect(page.getByRole("link", { name: PREVIEW_TEXTS.download, exact: true })).toBeVisible();
});

test.describe("the page says why a file has no preview", () => {
  for (const [name, bytes, words] of [
    ["broken.pdf", "%PDF-1.7\nnothing of it is a PDF", PREVIEW_TEXTS.refusals.corrupt],
    ["plan.tif", "II*\u0000 and so on", "an image (TIFF)"],
  ] as const) {
    test(name, async ({ adminPage: page, product }) => {
      await openDocument({ page, product }, { name, bytes });
      await expect(page.getByText(words).first()).toBeVisible();
      await expect(
        page.getByRole("link", { name: PREVIEW_TEXTS.download, exact: true }),
      ).toBeVisible();
    });
  }
});

test("axe finds no faults in a PDF, a text file and a missing preview", async ({
  adminPage: page,
  product,
}) => {
  await openDocument({ page, product }, { name: "seven.pdf", bytes: await longPdf(7) });
  await untilDrawn(page, 1);
  expect(await faultsOf(page)).toEqual([]);
  await openDocument(
    { page, product },
    { name: "drawing.svg", bytes: "<svg xmlns='http://www.w3.org/2000/svg'/>" },
  );
  await expect(page.getByRole("heading", { name: PREVIEW_TEXTS.noPreview })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});
