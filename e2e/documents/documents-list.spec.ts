import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { DOCUMENTS_PATH, documentsPath } from "@/components/documents/documents-query";
import { DOCUMENT_LIST_TEXTS as TEXTS } from "@/components/texts/en/document-list-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { findingLabel } from "@/components/texts/en/finding-texts";
import { SAVED_VIEW_TEXTS as VIEWS } from "@/components/texts/en/saved-view-texts";
import { STATUS_TEXTS } from "@/components/texts/en/status-texts";
import { STATUS } from "@/lib/documents/rules/status";
import { createUser, openAs } from "../accounts/sign-in-page";
import { test } from "../browser-test";
import { documentRow } from "../cockpit/cockpit-page";
import { faultsOf } from "../page-faults";
import { button, shoot } from "../page-parts";
import type { Product } from "../product";
import { arrangeLists, clientOf, names, openDocuments } from "./document-tools";

const sortBy = (page: Page, name: string) =>
  page.getByRole("columnheader", { name, exact: true }).getByRole("button").click();
const isSorted = (page: Page, name: string, direction: string) =>
  expect(page.getByRole("columnheader", { name, exact: true })).toHaveAttribute(
    "aria-sort",
    direction,
  );

test("filters are in the address: going back undoes the last one, and a copied link shows the same documents", async ({
  adminPage: page,
  openAdminPage,
  product,
}, info) => {
  const { identifier, name } = await arrangeLists(page, product);
  await openDocuments(page);
  await documentRow(page, "Alpha lease.txt").getByRole("link", { name, exact: true }).click();
  await expect(names(page)).toHaveText(["Beta lease.txt", "Alpha lease.txt"]);
  await expect(page.getByRole("status").getByText(TEXTS.count(2, false))).toBeVisible();

  await button(page, TEXTS.filter.status).click();
  await page.getByLabel(STATUS_TEXTS[5].label, { exact: true }).check();
  await page.keyboard.press("Escape");
  await expect(names(page)).toHaveText(["Beta lease.txt"]);
  await expect(page).toHaveURL(documentsPath({ statuses: [5], assetIdentifier: identifier }));
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, info.outputPath("filtered.png"));

  const copied = await openAdminPage();
  await copied.goto(page.url());
  await expect(names(copied)).toHaveText(["Beta lease.txt"]);
  await expect(button(copied, `${TEXTS.filter.asset}: ${identifier}`)).toBeVisible();

  await page.goBack();
  await expect(names(page)).toHaveText(["Beta lease.txt", "Alpha lease.txt"]);
  await page.goForward();
  await expect(names(page)).toHaveText(["Beta lease.txt"]);

  await button(page, TEXTS.clearFilter(TEXTS.filter.status)).click();
  await expect(page).toHaveURL(documentsPath({ assetIdentifier: identifier }));
  await button(page, TEXTS.clearFilters).click();
  await expect(page).toHaveURL(DOCUMENTS_PATH);
});

test("deleted documents are shown only if their status is selected", async ({
  adminPage: page,
  product,
}) => {
  const { identifier } = await arrangeLists(page, product);
  await page.goto(documentsPath({ assetIdentifier: identifier, text: "gamma" }));
  await expect(page.getByText(TEXTS.notFound.title)).toBeVisible();
  await button(page, TEXTS.notFound.everyStatus).click();
  await expect(names(page)).toHaveText(["Gamma lease.txt"]);
});

test("a document shows its class, its main values and what to look at, and a press on the class filters by it", async ({
  adminPage: page,
  product,
}) => {
  const { invoice } = await arrangeLists(page, product);
  await openDocuments(page);
  const row = documentRow(page, invoice.name).first();
  await expect(row).toContainText("HE-20418");
  await expect(row).toContainText(findingLabel("pages-not-read"));
  await row.getByRole("link", { name: "Invoice", exact: true }).click();
  await expect(page).toHaveURL(documentsPath({ documentClass: "invoice" }));
  await expect(documentRow(page, "Alpha lease.txt")).toHaveCount(0);
  await expect(row).toBeVisible();
});

test("the headings sort, and a second press reverses the order", async ({
  adminPage: page,
  product,
}) => {
  const { identifier } = await arrangeLists(page, product);
  await openDocuments(page, { assetIdentifier: identifier });
  await isSorted(page, TEXTS.columns.updated, "descending");
  await sortBy(page, TEXTS.columns.name);
  await expect(names(page)).toHaveText(["Alpha lease.txt", "Beta lease.txt"]);
  await isSorted(page, TEXTS.columns.name, "ascending");
  await sortBy(page, TEXTS.columns.name);
  await expect(names(page)).toHaveText(["Beta lease.txt", "Alpha lease.txt"]);
  await isSorted(page, TEXTS.columns.name, "descending");
  await page.getByLabel(TEXTS.sortLabel).selectOption(TEXTS.sorts.created);
  await expect(names(page)).toHaveText(["Beta lease.txt", "Alpha lease.txt"]);
  await button(page, TEXTS.reverse).click();
  await expect(names(page)).toHaveText(["Alpha lease.txt", "Beta lease.txt"]);
});

test("a search marks why it found each document", async ({ adminPage: page, product }) => {
  const { identifier, invoice } = await arrangeLists(page, product);
  await openDocuments(page, { assetIdentifier: identifier });
  await page.getByRole("searchbox", { name: TEXTS.search }).fill("alpha");
  await expect(names(page)).toHaveText(["Alpha lease.txt"]);
  await expect(page.getByRole("rowheader").locator("mark")).toHaveText("Alpha");
  await page.goto(documentsPath({ assetIdentifier: invoice.assetIdentifier, text: "20418" }));
  const row = page.getByRole("rowheader").first();
  await expect(row).toContainText(TEXTS.foundIn.values);
  await expect(row.locator("mark")).toHaveText("20418");
});

test("changes made by others appear in the list", async ({ adminPage: page, product }) => {
  const { identifier } = await arrangeLists(page, product);
  await openDocuments(page, { assetIdentifier: identifier });
  const client = clientOf(product);
  const place = { assetIdentifier: identifier, name: "Delta lease.txt" };
  const { uuid } = await client.handIn(new Blob(["delta"]), place);
  await expect(names(page).first()).toHaveText("Delta lease.txt");
  await client.report(uuid, { status: STATUS.approved });
  await expect(documentRow(page, "Delta lease.txt")).toContainText(STATUS_TEXTS[5].label);
});

test("the keyboard alone finds a document, opens it, and returns to its row", async ({
  adminPage: page,
  product,
}) => {
  const { identifier } = await arrangeLists(page, product);
  await openDocuments(page, { assetIdentifier: identifier, sort: "name", isDescending: false });
  await page.keyboard.press("j");
  await expect(names(page).nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(names(page).nth(1)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(names(page).nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(names(page).nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Beta lease.txt");
  await page.goBack();
  await expect(names(page)).toHaveText(["Alpha lease.txt", "Beta lease.txt"]);
  // In a field, the same keys are text.
  const search = page.getByRole("searchbox", { name: TEXTS.search });
  await search.pressSequentially("jk");
  await expect(search).toHaveValue("jk");
  await search.fill("beta");
  await expect(names(page)).toHaveText(["Beta lease.txt"]);
  await search.press("ArrowDown");
  await expect(names(page).first()).toBeFocused();
});

test("a reader sees the same documents, downloads them, and has no other action", async ({
  adminPage: page,
  browser,
  product,
}) => {
  const { identifier } = await arrangeLists(page, product);
  const reader = await openReader(browser, product);
  await openDocuments(reader, { assetIdentifier: identifier });
  await expect(names(reader)).toHaveText(["Beta lease.txt", "Alpha lease.txt"]);
  const download = reader.getByRole("link", { name: DOCUMENT_TEXTS.downloadOf("Beta lease.txt") });
  await expect(download).toBeVisible();
  await expect(
    reader.getByRole("row").getByRole("button", { name: /^(Delete|Cancel) / }),
  ).toHaveCount(0);
  expect(await faultsOf(reader)).toEqual([]);
  await reader.context().close();
});

test("a saved view is shared with others, who open it with one click; it is updated and deleted", async ({
  adminPage: page,
  browser,
  product,
}, info) => {
  const { identifier } = await arrangeLists(page, product);
  const name = `Approved in ${identifier}`;
  await openDocuments(page, { assetIdentifier: identifier, statuses: [5] });
  const views = (of: Page, label: string) => button(of, label).click();
  const choose = (action: string) => page.getByRole("menuitem", { name: action }).click();
  const dialog = page.getByRole("dialog");
  await views(page, VIEWS.title);
  await choose(VIEWS.save);
  await dialog.getByLabel(VIEWS.name, { exact: true }).fill(name);
  await dialog.getByLabel(VIEWS.share).check();
  await page.keyboard.press("Enter");
  await expect(button(page, VIEWS.open(name))).toBeVisible();

  const reader = await openReader(browser, product);
  await reader.goto(DOCUMENTS_PATH);
  await views(reader, VIEWS.title);
  await reader.getByRole("menuitemradio", { name: `${name} (` }).click();
  await expect(names(reader)).toHaveText(["Beta lease.txt"]);
  await views(reader, VIEWS.open(name));
  await expect(reader.getByRole("menuitemradio", { name: `${name} (` })).toBeChecked();
  await expect(reader.getByRole("menuitem", { name: VIEWS.manage })).toHaveCount(0);
  expect(await faultsOf(reader)).toEqual([]);

  await button(page, TEXTS.clearFilter(TEXTS.filter.status)).click();
  await views(page, VIEWS.title);
  await choose(VIEWS.save);
  await dialog.getByLabel(VIEWS.name, { exact: true }).fill(name.toUpperCase());
  await button(page, VIEWS.submit).click();
  await expect(dialog).toContainText("exists already");
  await page.keyboard.press("Escape");
  await views(page, VIEWS.title);
  await choose(VIEWS.manage);
  await button(page, VIEWS.updateOf(name)).click();
  await expect(button(page, VIEWS.updateOf(name))).toBeDisabled();
  await shoot(page, info.outputPath("views.png"));

  await reader.reload();
  await views(reader, VIEWS.title);
  await reader.getByRole("menuitemradio", { name: `${name} (` }).click();
  await expect(names(reader)).toHaveText(["Beta lease.txt", "Alpha lease.txt"]);
  await button(page, VIEWS.deleteOf(name)).click();
  await dialog.getByRole("button", { name: VIEWS.delete, exact: true }).click();
  await expect(page.getByText(VIEWS.deleted(name))).toBeVisible();
  await reader.context().close();
});

async function openReader(browser: Browser, product: Product): Promise<Page> {
  return openAs(browser, product, await createUser(product, `reader-${randomUUID()}`, "reader"));
}

test("on a phone, each document is a card as wide as the window", async ({
  adminPage: page,
  product,
}) => {
  const { identifier } = await arrangeLists(page, product);
  await page.setViewportSize({ width: 360, height: 740 });
  await openDocuments(page, { assetIdentifier: identifier });
  await expect(names(page)).toHaveCount(2);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  const card = await page.getByRole("row").nth(1).boundingBox();
  expect(card?.height).toBeGreaterThan(90);
});
