import { expect, type Page } from "@playwright/test";
import { CORRECTION_TEXTS } from "@/components/texts/en/correction-texts";
import { ACTION_TEXTS, DOCUMENT_PAGE_TEXTS } from "@/components/texts/en/document-page-texts";
import { STATUS_TEXTS } from "@/components/texts/en/status-texts";
import { TIMELINE_TEXTS } from "@/components/texts/en/timeline-texts";
import { STATUS } from "@/lib/documents/rules/status";
import { createUser, openAs } from "../accounts/sign-in-page";
import { test } from "../browser-test";
import { faultsOf } from "../page-faults";
import { button } from "../page-parts";
import { arrangeInvoice, openDocument, statusOf } from "./document-tools";

const fields = (page: Page) => page.getByRole("list", { name: DOCUMENT_PAGE_TEXTS.fieldsTitle });
const row = (page: Page, label: string) =>
  fields(page).getByRole("listitem").filter({ hasText: label });
const unsaved = (page: Page) => page.getByRole("region", { name: CORRECTION_TEXTS.region });
const timeline = (page: Page) => page.getByRole("list", { name: TIMELINE_TEXTS.list });
const edit = (page: Page, label: string) => button(page, CORRECTION_TEXTS.editField(label)).click();

/** Edits a field with the keyboard, from the button that has the focus. */
async function setValue(page: Page, label: string, value: string): Promise<void> {
  await edit(page, label);
  await page.getByLabel(label, { exact: true }).fill(value);
  await page.keyboard.press("Enter");
  await expect(button(page, CORRECTION_TEXTS.editField(label))).toBeFocused();
}

test("a corrected field and class travel with the approval, and undo brings them back", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuid } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  await edit(page, "Total amount");
  const input = page.getByLabel("Total amount", { exact: true });
  await input.fill("much");
  await button(page, CORRECTION_TEXTS.apply).click();
  await expect(page.getByText(/must be an amount, such as/)).toBeVisible();
  await input.fill("1.850,00");
  expect(await faultsOf(page)).toEqual([]);
  await button(page, CORRECTION_TEXTS.apply).click();
  await expect(row(page, "Total amount")).toContainText("1,850.00 GBP");
  await expect(row(page, "Total amount")).toContainText(CORRECTION_TEXTS.notSaved);

  await button(page, CORRECTION_TEXTS.changeClassLabel).click();
  await page.getByLabel(CORRECTION_TEXTS.searchClasses).fill("utility");
  expect(await faultsOf(page)).toEqual([]);
  await button(page, "Utility statement").click();
  await expect(
    page.getByText(CORRECTION_TEXTS.droppedFields("Issuer, Invoice number, Invoice date")),
  ).toBeVisible();
  await button(page, CORRECTION_TEXTS.addField("Provider")).click();
  await button(page, CORRECTION_TEXTS.absent).click();
  await expect(row(page, "Provider")).toContainText(CORRECTION_TEXTS.absent);
  await expect(unsaved(page)).toContainText(CORRECTION_TEXTS.withApproval(3, true));

  await button(page, ACTION_TEXTS.labels.approve).click();
  await expect(button(page, CORRECTION_TEXTS.editField("Total amount"))).toBeDisabled();
  await button(page, ACTION_TEXTS.undo).click();
  await expect(unsaved(page)).toContainText(CORRECTION_TEXTS.withApproval(3, true));
  await button(page, ACTION_TEXTS.labels.approve).click();
  await expect(statusOf(page)).toContainText(STATUS_TEXTS[5].label);
  await expect(unsaved(page)).toHaveCount(0);

  const { status, classification } = await client.get(uuid);
  expect(status).toBe(STATUS.approved);
  expect(classification).toMatchObject({
    documentClass: "utility-statement",
    documentClassRead: { documentClass: "invoice" },
    absentFields: [{ name: "provider" }],
  });
  expect(classification?.fields).toMatchObject([
    { name: "totalAmount", value: "1850.00", method: "person", read: { value: "1800.00" } },
    { name: "currency", value: "GBP", method: "label" },
  ]);
  await expect(row(page, "Total amount")).toContainText("Read: 1,800.00");
  await expect(
    timeline(page).getByRole("listitem").filter({ hasText: CORRECTION_TEXTS.eventTitle }).first(),
  ).toContainText(/Total amount: ?1,800\.00.*1,850\.00/);
});

test("words that are selected in the preview become the value, with their place", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuid } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  await edit(page, "Invoice date");
  const line = page.locator('section[data-page="1"]').getByText("Total due GBP 1,800.00");
  await line.click({ clickCount: 3 });
  await expect(page.getByText(/must be a date/)).toBeVisible();
  await button(page, "Cancel").click();
  await setValue(page, "Total amount", "5.00");
  await edit(page, "Total amount");
  await line.click({ clickCount: 3 });
  await expect(page.getByLabel("Total amount", { exact: true })).toHaveValue("1800.00");
  await expect(
    page.getByText(CORRECTION_TEXTS.pointedAt(1, "Total due GBP 1,800.00")),
  ).toBeVisible();
  await button(page, "Cancel").click();

  await edit(page, "Issuer");
  await line.click({ clickCount: 3 });
  await page.keyboard.press("Enter");
  await button(page, ACTION_TEXTS.labels.approve).click();
  await expect(statusOf(page)).toContainText(STATUS_TEXTS[5].label);
  const issuer = (await client.get(uuid)).classification?.fields[0];
  expect(issuer).toMatchObject({ value: "Total due GBP 1,800.00", page: 1 });
  const [left = 0, top = 0, right = 0, bottom = 0] = issuer?.bbox ?? [];
  expect(left).toBeCloseTo(0.12, 1);
  expect(top).toBeGreaterThan(0.2);
  expect(bottom).toBeLessThan(0.3);
  expect(right).toBeGreaterThan(0.3);
});

test("the keyboard alone corrects a field, its text, and approves", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuid } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  await button(page, CORRECTION_TEXTS.editField("Invoice number")).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Invoice number", { exact: true })).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("HE-20419");
  await page.keyboard.press("Enter");
  await expect(button(page, CORRECTION_TEXTS.editField("Invoice number"))).toBeFocused();
  await button(page, CORRECTION_TEXTS.editField("Issuer")).press("Enter");
  await page.keyboard.press("Escape");
  await expect(button(page, CORRECTION_TEXTS.editField("Issuer"))).toBeFocused();
  await button(page, CORRECTION_TEXTS.editField("Invoice date")).press("Enter");
  await page.getByLabel("Invoice date", { exact: true }).fill("2026-03-13");
  // The value that is still being edited is applied before the approval.
  await button(page, ACTION_TEXTS.labels.approve).press("Enter");
  await expect(statusOf(page)).toContainText(STATUS_TEXTS[5].label);
  const values = (await client.get(uuid)).classification?.fields.map(({ value }) => value);
  expect(values).toEqual(["Harbour Electrical Ltd", "HE-20419", "2026-03-13", "1800.00", "GBP"]);
});

test("an approved document is corrected without a status change, and readers only see who did it", async ({
  adminPage: page,
  browser,
  product,
}) => {
  const { client, uuid } = await arrangeInvoice(product);
  await client.report(uuid, { status: STATUS.approved });
  await openDocument(page, uuid);
  const before = await client.get(uuid);
  const entries = timeline(page).getByRole("heading", { level: 3 });
  const count = await entries.count();
  await setValue(page, "Issuer", "Harbour Lights Ltd");
  await expect(unsaved(page)).toContainText(CORRECTION_TEXTS.notNotified);
  expect(await faultsOf(page)).toEqual([]);
  await button(page, CORRECTION_TEXTS.save).click();
  await expect(row(page, "Issuer")).toContainText("Read: Harbour Electrical Ltd");
  await expect(entries).toHaveCount(count + 1);
  const after = await client.get(uuid);
  expect(after.status).toBe(STATUS.approved);
  expect(after.updatedAt > before.updatedAt).toBe(true);
  expect(after.classification?.fields[0]).toMatchObject({
    value: "Harbour Lights Ltd",
    method: "person",
  });

  const reader = await openAs(
    browser,
    product,
    await createUser(product, "corrections-reader", "reader"),
  );
  await openDocument(reader, uuid);
  await expect(row(reader, "Issuer")).toContainText("Read: Harbour Electrical Ltd");
  await expect(button(reader, CORRECTION_TEXTS.editField("Issuer"))).toHaveCount(0);
  await reader.context().close();

  await button(page, CORRECTION_TEXTS.restoreField("Issuer")).click();
  await button(page, CORRECTION_TEXTS.save).click();
  await expect(unsaved(page)).toHaveCount(0);
  expect((await client.get(uuid)).classification?.fields[0]).toMatchObject({
    value: "Harbour Electrical Ltd",
    method: "label",
  });
});

test("unsaved corrections survive another page of the cockpit, and the browser warns before they are lost", async ({
  adminPage: page,
  product,
}) => {
  const { uuid, assetIdentifier } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  await setValue(page, "Issuer", "Harbour Lights Ltd");
  await page.getByRole("link", { name: assetIdentifier, exact: true }).first().click();
  await page.waitForURL("**/cockpit/asset**");
  await page.goBack();
  await expect(row(page, "Issuer")).toContainText("Harbour Lights Ltd");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(row(page, "Issuer")).toContainText("Harbour Lights Ltd");
  await button(page, CORRECTION_TEXTS.discard).click();
  await expect(row(page, "Issuer")).toContainText("Harbour Electrical Ltd");
});
