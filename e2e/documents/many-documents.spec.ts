import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import pg from "pg";
import { DOCUMENTS_PATH } from "@/components/documents/documents-query";
import { unzip } from "@/components/documents/zip/unzip.fixture";
import { BULK_TEXTS } from "@/components/texts/en/bulk-texts";
import { DOCUMENT_LIST_TEXTS as TEXTS } from "@/components/texts/en/document-list-texts";
import { ZIP_TEXTS as ZIP } from "@/components/texts/en/zip-texts";
import { STATUS } from "@/lib/documents/rules/status";
import { test } from "../browser-test";
import { createAsset, openAsset } from "../cockpit/cockpit-page";
import { settingsOf } from "../delivery/second-application";
import { faultsOf } from "../page-faults";
import { button, dialogOf, shoot } from "../page-parts";
import type { Product } from "../product";
import { arrangeInvoice, arrangeLists, clientOf, names, openDocuments } from "./document-tools";

const MANY = 2000;
const PHONE = { width: 390, height: 844 } as const;

test("the keyboard alone selects documents and deletes all that match for a reason, and the result says what was left out", async ({
  adminPage: page,
  product,
}, info) => {
  const { identifier } = await arrangeLists(page, product);
  await openDocuments(page, { assetIdentifier: identifier, sort: "name", isDescending: false });
  const { delete: texts } = BULK_TEXTS.actions;
  const bar = page.getByRole("region", { name: BULK_TEXTS.region });
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(bar).toContainText(BULK_TEXTS.selected(1));
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(bar).toContainText(BULK_TEXTS.selected(2));
  await page.keyboard.press("Space");
  await expect(bar).toContainText(BULK_TEXTS.selected(1));
  await button(page, BULK_TEXTS.selectAll(2)).press("Enter");
  await expect(bar).toContainText(BULK_TEXTS.allSelected(2));
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, info.outputPath("selected.png"));

  await button(page, texts.button).press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(BULK_TEXTS.leftOut(1));
  const confirm = dialog.getByRole("button", { name: texts.confirm(1), exact: true });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(BULK_TEXTS.reason, { exact: true }).selectOption("duplicate");
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, info.outputPath("question.png"));
  await confirm.press("Enter");

  const panel = page.getByRole("region", { name: BULK_TEXTS.panel });
  await expect(panel).toContainText(texts.done(1));
  await expect(names(page)).toHaveText(["Beta lease.txt"]);
  await page.reload();
  await button(page, BULK_TEXTS.exceptions(1)).press("Enter");
  await expect(panel.getByRole("listitem")).toContainText("Beta lease.txt");
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, info.outputPath("result.png"));
  await button(page, BULK_TEXTS.dismiss).press("Enter");
  await expect(panel).toBeHidden();
});

test("documents of one class are approved, and the result says for each of the others why it was left out", async ({
  adminPage: page,
  product,
}, info) => {
  const { client, uuid, assetIdentifier } = await arrangeInvoice(product, { text: "first" });
  const arrange = (given: Parameters<typeof arrangeInvoice>[1]) =>
    arrangeInvoice(product, { assetIdentifier, text: randomUUID(), ...given });
  const second = await arrange({ name: "Invoice April.txt" });
  const lease = await arrange({ name: "Lease.txt", documentClass: "lease" });
  const approved = await arrange({ name: "Approved.txt" });
  await client.report(approved.uuid, { status: STATUS.approved });
  await openDocuments(page, { assetIdentifier, sort: "name", isDescending: false });
  const { approve: texts } = BULK_TEXTS.actions;
  await page.getByLabel(BULK_TEXTS.selectShown).check();
  await button(page, texts.button).click();

  const dialog = dialogOf(page);
  await expect(dialog).toContainText(BULK_TEXTS.leftOutBecause("final", 1));
  await expect(button(page, texts.confirm(3))).toBeDisabled();
  await dialog.getByRole("radio", { name: /^Invoice \(2\)/ }).check();
  await expect(dialog).toContainText(BULK_TEXTS.otherClasses(1));
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, info.outputPath("classes.png"));
  await button(page, texts.confirm(2)).click();

  const panel = page.getByRole("region", { name: BULK_TEXTS.panel });
  await expect(panel).toContainText(texts.done(2));
  await button(page, BULK_TEXTS.exceptions(2)).click();
  await expect(panel.getByRole("listitem")).toHaveText([
    `Lease.txt ${BULK_TEXTS.because("other-class")}`,
    `Approved.txt ${BULK_TEXTS.because("final")}`,
  ]);
  const statusNow = async (one: string) => (await client.get(one)).status;
  expect(await Promise.all([uuid, second.uuid, lease.uuid].map(statusNow))).toEqual([5, 5, 4]);
});

test("on a phone, documents are selected, all that match too, and moved to another asset", async ({
  openAdminPage,
  product,
}, info) => {
  const page = await openAdminPage({ viewport: PHONE, hasTouch: true });
  const { identifier } = await arrangeLists(page, product);
  const target = await createAsset(page);
  await openAsset(page, identifier);
  const { move, ...others } = BULK_TEXTS.actions;
  const bar = page.getByRole("region", { name: BULK_TEXTS.region });
  await page.getByLabel(BULK_TEXTS.selectShown).tap();
  await expect(bar).toContainText(BULK_TEXTS.selected(3));
  await button(page, BULK_TEXTS.clear).tap();
  await page.getByLabel(BULK_TEXTS.select("Alpha lease.txt")).tap();
  await page.screenshot({ path: info.outputPath("one.png") });
  await button(page, BULK_TEXTS.selectAll(3)).tap();
  await expect(bar).toContainText(BULK_TEXTS.allSelected(3));
  for (const { button: name } of Object.values(others)) {
    await button(page, name).tap({ trial: true });
  }
  // This ends on the narrowest phone, where the bar is highest.
  expect(await faultsOf(page)).toEqual([]);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const lastRow = await page.getByRole("row").last().boundingBox();
  const barBox = await bar.boundingBox();
  expect((lastRow?.y ?? 0) + (lastRow?.height ?? 0)).toBeLessThan(barBox?.y ?? 0);
  await page.screenshot({ path: info.outputPath("all.png") });
  await page.setViewportSize(PHONE);

  await button(page, move.button).tap();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(BULK_TEXTS.leftOutBecause("final", 1));
  await dialog.getByRole("searchbox").fill(target.identifier);
  await dialog.getByText(target.identifier, { exact: true }).tap();
  await button(page, move.confirm(2)).tap();
  const panel = page.getByRole("region", { name: BULK_TEXTS.panel });
  await expect(panel).toContainText(move.done(2));
  await expect(names(page)).toHaveText(["Gamma lease.txt"]);
  await button(page, BULK_TEXTS.exceptions(1)).tap();
  await expect(panel.getByRole("listitem")).toContainText(BULK_TEXTS.because("final"));
  await page.screenshot({ path: info.outputPath("moved.png") });
});

test("the documents of the list, or the selected ones, are downloaded as a ZIP file, without those that have no file", async ({
  adminPage: page,
  product,
}, info) => {
  // A test cannot choose a place in the dialog of the browser.
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  const { identifier } = await createAsset(page);
  const client = clientOf(product);
  const hand = (name: string, text: string) =>
    client.handIn(new Blob([text]), { assetIdentifier: identifier, name });
  await hand("Lease.txt", "first");
  await hand("Lease.txt", "second");
  await hand("Über 1:2.txt", "third");
  await client.create({ assetIdentifier: identifier, name: "Awaited.txt" });
  await openDocuments(page, { assetIdentifier: identifier, sort: "created", isDescending: false });
  await button(page, ZIP.open).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(ZIP.ready(3, 16));
  await dialog.getByText(ZIP.leftOut(1)).click();
  await expect(dialog).toContainText(`Awaited.txt${ZIP.reasons["no-file"]}`);
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, info.outputPath("zip.png"));
  const downloading = page.waitForEvent("download");
  await button(page, ZIP.start).click();
  await expect(dialog).toContainText(ZIP.done(3));
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Documents \d{4}-\d\d-\d\d\.zip$/);
  expect(await unzip(await readFile(await download.path()))).toEqual({
    [`${identifier}/Lease.txt`]: "first",
    [`${identifier}/Lease (2).txt`]: "second",
    [`${identifier}/Über 1_2.txt`]: "third",
  });

  await page.keyboard.press("Escape");
  await page.getByLabel(BULK_TEXTS.select("Lease.txt")).first().check();
  await button(page, ZIP.openSelected).click();
  await expect(dialog).toContainText(ZIP.ready(1, 5));
});

test("thousands of documents scroll with a few rows on the page, and going back returns to the same row", async ({
  adminPage: page,
  product,
}) => {
  const assetIdentifier = `MANY-${randomUUID().slice(0, 8)}`;
  await insertDocuments(product, assetIdentifier);
  const nameOf = (number: number) => `Sheet ${String(number).padStart(4, "0")}.pdf`;
  await openDocuments(page, { assetIdentifier, sort: "name", isDescending: false });
  await expect(page.getByRole("status").getByText(TEXTS.count(MANY, false))).toBeVisible();
  await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", String(MANY + 1));
  await expect(names(page).first()).toHaveText(nameOf(1));

  const last = names(page).filter({ hasText: nameOf(MANY) });
  const scroll = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  // Each page of the list is loaded only when the end of the one before it is in view.
  const polling = { intervals: [100], timeout: 150_000 };
  await expect.poll(() => scroll().then(() => last.isVisible()), polling).toBe(true);
  expect(await page.getByRole("row").count()).toBeLessThan(100);
  const row = page.getByRole("row").filter({ has: last });
  await expect(row).toHaveAttribute("aria-rowindex", String(MANY + 1));

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  const middle = names(page).nth(20);
  await expect(middle).toBeVisible();
  const shown = names(page).filter({ hasText: (await middle.textContent()) ?? "" });
  await shown.scrollIntoViewIfNeeded();
  const top = async () => (await shown.boundingBox())?.y ?? Number.NaN;
  const before = await top();
  await shown.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Sheet");
  await page.goBack();
  await expect(shown).toBeInViewport();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(50);
  await page.getByRole("banner").getByRole("link", { name: TEXTS.title, exact: true }).click();
  await expect(page).toHaveURL(DOCUMENTS_PATH);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
});

/** Inserts documents without files directly into the database, because creating this many through the API takes minutes. */
async function insertDocuments(product: Product, assetIdentifier: string): Promise<void> {
  const { DATABASE_URL } = await settingsOf(product);
  const database = new pg.Client({ connectionString: DATABASE_URL });
  await database.connect();
  await database
    .query(
      `WITH made AS (
         INSERT INTO staged_document
           (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
         SELECT gen_random_uuid(), $1, 'Sheet ' || lpad(n::text, 4, '0') || '.pdf', $2, now() + interval '1 day', now(), now()
         FROM generate_series(1, $3::int) AS n
         RETURNING uuid
       )
       INSERT INTO status_change (document_uuid, to_status, actor, reason, at, listed, notify)
       SELECT uuid, $2, 'test', 'created', now(), false, false FROM made`,
      [assetIdentifier, STATUS.waitingForUpload, MANY],
    )
    .finally(() => database.end());
}
