import { expect, type Locator, type Page } from "@playwright/test";
import { DOCUMENT_PAGE_TEXTS } from "@/components/texts/en/document-page-texts";
import { test } from "../browser-test";
import { arrangeInvoice, INVOICE_LINES, openDocument } from "./document-tools";

const previewOf = (page: Page) =>
  page.getByRole("region", { name: DOCUMENT_PAGE_TEXTS.previewTitle });
const fieldRows = (page: Page) =>
  page.getByRole("list", { name: DOCUMENT_PAGE_TEXTS.fieldsTitle }).getByRole("listitem");
const asOneSegment = (line: string) => [line.split(" ").map((text) => ({ text, bbox: null }))];

/**
 * Points at a mark by its position, because the pointer events go to the page and not to the marks on its image. Scrolls
 * the mark to the middle first, because the header covers the upper edge.
 */
async function pointAt(page: Page, mark: Locator): Promise<void> {
  await mark.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const { x, y, width, height } = (await mark.boundingBox()) ?? never();
  await page.mouse.move(x + width / 2, y + height / 2);
}

const never = (): never => {
  throw new Error("a mark is not on the page");
};

/** Expects a field and its mark to highlight each other, whichever one the pointer is on. */
async function expectPointing(page: Page, row: Locator, mark: Locator): Promise<void> {
  const active = previewOf(page).locator('[data-highlight][data-active="true"]');
  await expect(mark).toHaveCount(1);
  await expect(active).toHaveCount(0);
  await row.hover();
  await expect(row).toHaveAttribute("data-active", "true");
  await expect(active).toHaveCount(1);
  await expect(mark).toHaveAttribute("data-active", "true");
  await page.mouse.move(0, 0);
  await expect(active).toHaveCount(0);
  await expect(row).not.toHaveAttribute("data-active", "true");
  await pointAt(page, mark);
  await expect(row).toHaveAttribute("data-active", "true");
  await page.mouse.move(0, 0);
  await expect(row).not.toHaveAttribute("data-active", "true");
}

test("pointing at a field highlights its words in the document, and vice versa", async ({
  adminPage: page,
  product,
}) => {
  const { uuid } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  const sheet = previewOf(page).locator('section[data-page="1"]');
  await expect(sheet.locator("canvas")).toBeVisible();
  const number = fieldRows(page).filter({ hasText: "HE-20418" });
  const mark = sheet.locator('[data-highlight="field-1"]');
  await expectPointing(page, number, mark);
  await number
    .getByRole("button", { name: DOCUMENT_PAGE_TEXTS.showFieldOnPage("Invoice number", 1) })
    .focus();
  await expect(mark).toHaveAttribute("data-active", "true");
});

test("pointing at a field highlights its words in a document that is shown as text", async ({
  adminPage: page,
  product,
}) => {
  const { uuid } = await arrangeInvoice(product, {
    name: "invoice.txt",
    text: INVOICE_LINES.join("\n"),
  });
  // This product does not read documents, so the test inserts what a processor would have read.
  const items = [{ number: 1, part: null, lines: INVOICE_LINES.map(asOneSegment) }];
  await page.route(`**/api/cockpit/documents/${uuid}/pages?*`, (route) =>
    route.fulfill({ json: { items, total: 1, state: "read", failure: null } }),
  );
  await openDocument(page, uuid);
  const number = fieldRows(page).filter({ hasText: "HE-20418" });
  await expectPointing(page, number, previewOf(page).locator('mark[data-highlight="field-1"]'));
});
