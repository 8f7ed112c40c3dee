import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { BULK_TEXTS } from "@/components/texts/en/bulk-texts";
import { DELETION_TEXTS } from "@/components/texts/en/deletion-texts";
import { ATTEMPT_TEXTS, CAUSE_LABELS, STATE_LABELS } from "@/components/texts/en/delivery-texts";
import { ACTION_TEXTS, DOCUMENT_PAGE_TEXTS } from "@/components/texts/en/document-page-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { CANCELLED_TEXT, STATUS_TEXTS } from "@/components/texts/en/status-texts";
import { TIMELINE_TEXTS } from "@/components/texts/en/timeline-texts";
import { createUser, openAs } from "../accounts/sign-in-page";
import { test as base, WITH_MOTION } from "../browser-test";
import { documentRow, openAsset } from "../cockpit/cockpit-page";
import { button, chooseReason, dialogOf } from "../page-parts";
import { startProduct } from "../product";
import { receiverOf } from "../receiver-of";
import { arrangeInvoice, clientOf, openDocument, statusOf } from "./document-tools";

/** Uses the receiver that runs next to the product and is notified of what happens in the test. */
const test = base.extend<{ receiver: string }>({
  receiver: async ({ product, adminPage }, use) => {
    const { origin, control } = await receiverOf(product);
    await control.behave({ kind: "accept" });
    const url = `${origin}/cockpit`;
    const answer = await adminPage.request.put("/api/cockpit/webhook", { data: { url } });
    expect(answer.status()).toBe(200);
    await use(url);
    await adminPage.request.delete("/api/cockpit/webhook");
    await control.close();
  },
});

test.use(WITH_MOTION);

const { labels } = ACTION_TEXTS;
const timeline = (page: Page) => page.getByRole("list", { name: TIMELINE_TEXTS.list });
const place = () => ({ assetIdentifier: `ACT-${randomUUID().slice(0, 8)}`, name: "Lease.txt" });

test("accepting an uploaded document takes effect after five seconds", async ({
  adminPage: page,
  product,
}) => {
  const client = clientOf(product);
  const { uuid } = await client.handIn(new Blob(["a lease"]), place());
  await openDocument(page, uuid);
  await button(page, labels.accept).click();
  await expect(button(page, ACTION_TEXTS.undo)).toBeFocused();
  await expect(statusOf(page)).toContainText(STATUS_TEXTS[5].label);
  expect((await client.get(uuid)).status).toBe(5);
});

test("an upload that nobody reported can be verified, and an upload that has not arrived can be cancelled", async ({
  adminPage: page,
  product,
}) => {
  const client = clientOf(product);
  const arrived = await client.create(place());
  const put = await fetch(arrived.uploadSignedUrl ?? "", { method: "PUT", body: "a lease" });
  expect(put.status).toBe(200);
  await openDocument(page, arrived.uuid);
  await button(page, labels["check-upload"]).click();
  await expect(statusOf(page)).toContainText(STATUS_TEXTS[2].label);

  const awaited = await client.create(place());
  await openDocument(page, awaited.uuid);
  await button(page, labels["check-upload"]).click();
  const refused = page.getByText(ACTION_TEXTS.failed["check-upload"]("Lease.txt")).first();
  await expect(refused).toBeVisible();
  await button(page, labels.cancel).click();
  await dialogOf(page).getByRole("button", { name: labels.cancel, exact: true }).click();
  await expect(statusOf(page)).toContainText(CANCELLED_TEXT.label);
});

test("a deletion from an asset's list can be undone, is otherwise sent after five seconds, and shows its reason to readers", async ({
  adminPage: page,
  browser,
  product,
}) => {
  const { client, uuid, assetIdentifier, name } = await arrangeInvoice(product);
  await openAsset(page, assetIdentifier);
  const row = documentRow(page, name);
  const remove = row.getByRole("button", { name: DOCUMENT_TEXTS.removeOf(name) });
  await chooseReason(page, remove, "unreadable");
  const undo = row.getByRole("button", { name: DELETION_TEXTS.undoOf(name) });
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(remove).toBeFocused();
  expect((await client.get(uuid)).status).toBe(4);

  await chooseReason(page, remove, "wrong-asset");
  await expect(row.getByText(STATUS_TEXTS[8].label, { exact: true })).toBeVisible();
  await expect(row).toContainText("Wrong asset");
  expect((await client.get(uuid)).deletion).toEqual({ reason: "wrong-asset", note: null });

  const reader = await openAs(browser, product, await createUser(product, "sees-why", "reader"));
  await openAsset(reader, assetIdentifier);
  await expect(documentRow(reader, name)).toContainText("Wrong asset");
  await openDocument(reader, uuid);
  await expect(reader.getByText(DOCUMENT_PAGE_TEXTS.deletedTitle("Wrong asset"))).toBeVisible();
  await expect(timeline(reader)).toContainText(`${TIMELINE_TEXTS.note} Wrong asset`);
  await reader.context().close();
});

test("a change that was sent shows its delivery attempt and links to the delivery log", async ({
  adminPage: page,
  product,
  receiver,
}) => {
  expect(receiver).toContain("https://");
  const { uuid } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  const newest = timeline(page).getByRole("listitem").first();
  await expect(newest).toContainText(STATE_LABELS.delivered);
  await expect(newest).toContainText(ATTEMPT_TEXTS.number(1));
  await expect(newest).toContainText(CAUSE_LABELS.schedule);
  await newest.getByTitle(TIMELINE_TEXTS.openLog).click();
  await page.waitForURL("**/administration/external-dms/notifications/**");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("results that need review can be processed again, one document or many", async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const product = await startProduct({ env: { PROCESSOR: "external" } });
  try {
    const { client, uuid, assetIdentifier } = await arrangeInvoice(product);
    const other = await arrangeInvoice(product, { assetIdentifier, name: "Invoice April.pdf" });
    const page = await openAs(browser, product, product.administrator);
    await page.goto(`/documents/${uuid}`);
    await button(page, labels["process-again"]).click();
    await expect(statusOf(page)).toContainText(STATUS_TEXTS[3].label);
    expect((await client.get(uuid)).status).toBe(3);

    const { "process-again": many } = BULK_TEXTS.actions;
    await page.goto(`/cockpit/asset?${new URLSearchParams({ identifier: assetIdentifier })}`);
    await page.getByLabel(BULK_TEXTS.selectShown).check();
    await button(page, many.button).click();
    await expect(page.getByRole("dialog")).toContainText(BULK_TEXTS.leftOutBecause("status", 1));
    await button(page, many.confirm(1)).click();
    const panel = page.getByRole("region", { name: BULK_TEXTS.panel });
    await expect(panel).toContainText(many.done(1));
    await button(page, BULK_TEXTS.exceptions(1)).click();
    await expect(panel.getByRole("listitem")).toContainText(BULK_TEXTS.because("status"));
    expect((await client.get(other.uuid)).status).toBe(3);
    await page.context().close();
  } finally {
    await product.stop();
  }
});
