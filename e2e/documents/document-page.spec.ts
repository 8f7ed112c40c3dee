import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { DELETION_TEXTS } from "@/components/texts/en/deletion-texts";
import { ACTION_TEXTS, DOCUMENT_PAGE_TEXTS } from "@/components/texts/en/document-page-texts";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import { STATUS_TEXTS } from "@/components/texts/en/status-texts";
import { TIMELINE_TEXTS } from "@/components/texts/en/timeline-texts";
import { STATUS } from "@/lib/documents/rules/status";
import { createUser, openAs } from "../accounts/sign-in-page";
import { test } from "../browser-test";
import { createAsset, openAsset, openTilesOf, tileOf } from "../cockpit/cockpit-page";
import { faultsOf } from "../page-faults";
import { button, chooseReason } from "../page-parts";
import { arrangeInvoice, clientOf, openDocument, statusOf } from "./document-tools";

const { labels } = ACTION_TEXTS;
const action = (page: Page, name: string) =>
  page.getByRole("region", { name: ACTION_TEXTS.title }).getByRole("button", { name, exact: true });
const timeline = (page: Page) => page.getByRole("list", { name: TIMELINE_TEXTS.list });
const dialog = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));

test("a document is found by its uuid in upper and lower case, and an unknown one returns 404", async ({
  adminPage: page,
  product,
}) => {
  const { uuid, name } = await arrangeInvoice(product);
  await openDocument(page, uuid.toUpperCase());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page).toHaveTitle(new RegExp(name));
  for (const unknown of [randomUUID(), "0", "%00"]) {
    const answer = await page.goto(`/documents/${unknown}`);
    expect(answer?.status(), unknown).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      DOCUMENT_PAGE_TEXTS.notFoundTitle,
    );
  }
});

test("the page shows the extracted data, what to check, and everything that happened", async ({
  adminPage: page,
  product,
}) => {
  // The product is shared with the tests of other files, which may have set a webhook URL.
  await page.request.delete("/api/cockpit/webhook");
  const { uuid } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  const fields = page.getByRole("list", { name: DOCUMENT_PAGE_TEXTS.fieldsTitle });
  await expect(fields).toContainText("12 March 2026");
  await expect(fields).toContainText("1,800.00 GBP");
  await expect(fields).toContainText("Unsure, 62%");
  await expect(page.getByText("Due date was not found.")).toBeVisible();
  await expect(page.getByText("Pages 2 to 3 were not read.")).toBeVisible();
  await expect(timeline(page).getByRole("listitem").first()).toContainText(STATUS_TEXTS[4].label);
  await expect(timeline(page)).toContainText(TIMELINE_TEXTS.telling["no-webhook"]);
  await expect(timeline(page)).toContainText(TIMELINE_TEXTS.telling["not-listed"]);
  await timeline(page).getByText(TIMELINE_TEXTS.rule).first().click();
  await expect(timeline(page)).toContainText("3 → 4: results or a failure need review.");
});

test("an email shows the class and fields of each attachment in a part of its own", async ({
  adminPage: page,
  product,
}) => {
  const client = clientOf(product);
  const mail = new Blob(["From: nord@example.com\r\nSubject: Papers\r\n\r\nSee the invoice."]);
  const { uuid } = await client.handIn(mail, { assetIdentifier: "MAIL-1", name: "mail.eml" });
  await client.report(uuid, { status: STATUS.processing });
  await client.report(uuid, {
    status: STATUS.waitingForReview,
    classification: {
      documentClass: "correspondence",
      score: 0.9,
      processor: "e2e/1.0",
      fields: [],
      attachments: [
        {
          name: "invoice.pdf",
          documentClass: "invoice",
          score: 0.97,
          pages: 2,
          fields: [{ name: "totalAmount", value: "1800.00", score: 0.62, page: 2 }],
          findings: [{ code: "required-field-missing", parameters: { field: "issuer" } }],
        },
      ],
    },
  });
  await openDocument(page, uuid);

  const attachments = page.getByRole("region", { name: DOCUMENT_PAGE_TEXTS.attachmentsTitle });
  await expect(attachments.getByRole("heading", { name: "invoice.pdf" })).toBeVisible();
  await expect(attachments).toContainText("Invoice");
  await expect(attachments).toContainText("Issuer was not found.");
  const fields = attachments.getByRole("list", {
    name: DOCUMENT_PAGE_TEXTS.fieldsOf("invoice.pdf"),
  });
  await expect(fields).toContainText("1,800.00");
  await expect(page.getByText(DOCUMENT_PAGE_TEXTS.noFields)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});

test("an approval can be undone with the keyboard, and is otherwise sent after five seconds", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuid } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  await action(page, labels.approve).focus();
  await page.keyboard.press("Enter");
  const undo = action(page, ACTION_TEXTS.undo);
  await expect(undo).toBeFocused();
  await expect(
    page.getByRole("status").filter({ hasText: ACTION_TEXTS.pending.approve }),
  ).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(action(page, labels.approve)).toBeVisible();
  expect((await client.get(uuid)).status).toBe(4);
  await action(page, labels.approve).click();
  await expect(statusOf(page)).toContainText(STATUS_TEXTS[5].label);
  expect((await client.get(uuid)).status).toBe(5);
  await expect(action(page, labels.approve)).toHaveCount(0);
});

test("leaving the page through a link or by closing it sends a pending approval immediately", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuid, assetIdentifier } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  await action(page, labels.approve).click();
  await page.getByRole("link", { name: assetIdentifier, exact: true }).first().click();
  await page.waitForURL("**/cockpit/asset**");
  await expect.poll(async () => (await client.get(uuid)).status, { timeout: 4_000 }).toBe(5);

  const other = await arrangeInvoice(product);
  await openDocument(page, other.uuid);
  await action(page, labels.approve).click();
  await expect(action(page, ACTION_TEXTS.undo)).toBeVisible();
  await page.goto("/docs");
  await expect.poll(async () => (await client.get(other.uuid)).status, { timeout: 4_000 }).toBe(5);
});

test("signing out sends a pending approval before the session ends", async ({
  browser,
  product,
}) => {
  const { client, uuid } = await arrangeInvoice(product);
  // Signs in separately, because the session that the tests share must not end.
  const user = await createUser(product, "leaves-at-once", "reviewer");
  const page = await openAs(browser, product, user);
  await openDocument(page, uuid);
  await action(page, labels.approve).click();
  await expect(action(page, ACTION_TEXTS.undo)).toBeVisible();
  await button(page, SHELL_TEXTS.accountMenu("leaves-at-once")).click();
  await page.getByRole("menuitem", { name: SHELL_TEXTS.signOut }).click();
  await page.waitForURL("**/login?after=signed-out");
  expect((await client.get(uuid)).status).toBe(5);
  await page.context().close();
});

test("a pending approval is dropped if somebody else changes the document first, and the page says so", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuid, name } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  await action(page, labels.approve).click();
  await client.delete(uuid);
  await expect(page.getByText(ACTION_TEXTS.failed.approve(name)).first()).toBeVisible();
  await expect(statusOf(page)).toContainText(STATUS_TEXTS[8].label);
  expect((await client.get(uuid)).status).toBe(8);
});

test("a deletion takes one click on a reason, and undoing it with the keyboard keeps the comment", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuid } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  await action(page, labels.delete).focus();
  await page.keyboard.press("Enter");
  const comment = dialog(page).getByLabel(DELETION_TEXTS.note);
  await comment.fill("Came by post, too");
  expect(await faultsOf(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Duplicate", exact: true }).click();
  await expect(action(page, ACTION_TEXTS.undo)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(action(page, labels.delete)).toBeFocused();
  expect((await client.get(uuid)).status).toBe(4);

  await page.keyboard.press("Enter");
  await expect(comment).toHaveValue("Came by post, too");
  await dialog(page).getByRole("button", { name: "Duplicate", exact: true }).click();
  await expect(statusOf(page)).toContainText(STATUS_TEXTS[8].label);
  await expect(page.getByText(DOCUMENT_PAGE_TEXTS.deletedTitle("Duplicate"))).toBeVisible();
  await expect(timeline(page)).toContainText("Duplicate: Came by post, too");
  const deletion = { reason: "duplicate", note: "Came by post, too" };
  expect(await client.get(uuid)).toMatchObject({ status: 8, deletion });
  expect(await faultsOf(page)).toEqual([]);
});

test("leaving the page sends a pending deletion immediately, with its reason", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuid, assetIdentifier } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  await chooseReason(page, action(page, labels.delete), "not-needed");
  await page.getByRole("link", { name: assetIdentifier, exact: true }).first().click();
  await page.waitForURL("**/cockpit/asset**");
  await expect.poll(async () => (await client.get(uuid)).status, { timeout: 4_000 }).toBe(8);
  expect((await client.get(uuid)).deletion).toEqual({ reason: "not-needed", note: null });
});

test("a deletion that could not be sent says so, and its comment is still there", async ({
  adminPage: page,
  product,
}) => {
  const { client, uuid, name } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  await page.route("**/deletion", (route) => route.abort());
  await action(page, labels.delete).click();
  await dialog(page).getByLabel(DELETION_TEXTS.note).fill("Page 2 is cut off");
  await dialog(page).getByRole("button", { name: "Unreadable", exact: true }).click();
  await expect(page.getByText(ACTION_TEXTS.failed.delete(name)).first()).toBeVisible();
  expect((await client.get(uuid)).status).toBe(4);
  await action(page, labels.delete).click();
  await expect(dialog(page).getByLabel(DELETION_TEXTS.note)).toHaveValue("Page 2 is cut off");
});

test("the reason “Other” requires a text", async ({ adminPage: page, product }) => {
  const { client, uuid } = await arrangeInvoice(product);
  await openDocument(page, uuid);
  await action(page, labels.delete).click();
  await dialog(page).getByRole("button", { name: "Other…", exact: true }).click();
  const text = dialog(page).getByLabel(DELETION_TEXTS.requiredNote);
  await expect(text).toBeFocused();
  const remove = dialog(page).getByRole("button", { name: labels.delete, exact: true });
  await remove.click();
  await expect(dialog(page)).toContainText(DELETION_TEXTS.noteMissing);
  await text.fill("Belongs to another company");
  await remove.click();
  await expect(statusOf(page)).toContainText(STATUS_TEXTS[8].label);
  const deletion = { reason: "other", note: "Belongs to another company" };
  expect((await client.get(uuid)).deletion).toEqual(deletion);
  await page.getByText(ACTION_TEXTS.notOffered).click();
  await expect(page.getByText(ACTION_TEXTS.refusals.final).first()).toBeVisible();
});

test("a document moves to another asset, and both assets show it", async ({
  adminPage: page,
  product,
}) => {
  const from = await createAsset(page);
  const to = await createAsset(page);
  const { uuid } = await arrangeInvoice(product, { assetIdentifier: from.identifier });
  await openDocument(page, uuid);
  await action(page, labels.move).click();
  const search = dialog(page).getByRole("searchbox");
  const move = dialog(page).getByRole("button", { name: ACTION_TEXTS.move, exact: true });
  const choice = dialog(page).getByRole("radio", { name: to.name });
  await search.fill(to.identifier);
  await choice.check();
  await expect(move).toBeEnabled();
  await search.fill("no such asset");
  await expect(dialog(page)).toContainText(ACTION_TEXTS.moveNone);
  await expect(move).toBeDisabled();
  await page.keyboard.press("Escape");
  await action(page, labels.move).click();
  await search.fill(to.identifier);
  await expect(choice).not.toBeChecked();
  await expect(move).toBeDisabled();
  await choice.check();
  await move.click();
  await expect(timeline(page)).toContainText(
    TIMELINE_TEXTS.movedFromTo(from.identifier, to.identifier),
  );
  await expect(page.getByRole("link", { name: to.identifier, exact: true })).toBeVisible();
  await openTilesOf(page, to.identifier);
  await expect(tileOf(page, to.name)).toContainText("Invoice March.pdf");
});

test("a move to another asset appears on an open page", async ({ adminPage: page, product }) => {
  const { uuid, assetIdentifier } = await arrangeInvoice(product);
  await openAsset(page, assetIdentifier);
  await expect(page.getByRole("row").filter({ hasText: "Invoice March.pdf" })).toBeVisible();
  await clientOf(product).move(uuid, { assetIdentifier: `ELSE-${randomUUID().slice(0, 8)}` });
  await expect(page.getByRole("row").filter({ hasText: "Invoice March.pdf" })).toHaveCount(0);
});

test("tiles and lists link to the page of a document", async ({ adminPage: page, product }) => {
  const asset = await createAsset(page);
  const { uuid, name } = await arrangeInvoice(product, { assetIdentifier: asset.identifier });
  await openTilesOf(page, asset.identifier);
  await tileOf(page, asset.name).getByRole("link", { name, exact: true }).click();
  await page.waitForURL(`**/documents/${uuid}`);
  await openAsset(page, asset.identifier);
  await page.getByRole("row").getByRole("link", { name, exact: true }).click();
  await page.waitForURL(`**/documents/${uuid}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
});
