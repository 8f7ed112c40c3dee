import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import type { PageState } from "@/app/pages";
import { documentsPath } from "@/components/documents/documents-query";
import { VIEWS_PATH } from "@/components/documents/saved-view-dialogs";
import { BULK_TEXTS } from "@/components/texts/en/bulk-texts";
import { EMPTY_TEXTS } from "@/components/texts/en/cockpit-empty-texts";
import { COCKPIT_TEXTS, TILE_TEXTS } from "@/components/texts/en/cockpit-texts";
import { CORRECTION_TEXTS } from "@/components/texts/en/correction-texts";
import { DELETION_TEXTS } from "@/components/texts/en/deletion-texts";
import { ATTEMPT_TEXTS, LOG_TEXTS, PERIOD_TEXTS } from "@/components/texts/en/delivery-texts";
import { DOCUMENT_LIST_TEXTS } from "@/components/texts/en/document-list-texts";
import { ACTION_TEXTS, DOCUMENT_PAGE_TEXTS } from "@/components/texts/en/document-page-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { REVIEW_TEXTS } from "@/components/texts/en/review-texts";
import { SAVED_VIEW_TEXTS } from "@/components/texts/en/saved-view-texts";
import { SEARCH_TEXTS } from "@/components/texts/en/search-texts";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import { SIGN_IN_TEXTS } from "@/components/texts/en/sign-in-texts";
import { STATUS_TEXTS } from "@/components/texts/en/status-texts";
import { TIMELINE_TEXTS } from "@/components/texts/en/timeline-texts";
import { SECRET_TEXTS, TEST_TEXTS, WEBHOOK_TEXTS } from "@/components/texts/en/webhook-texts";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { assetTiles } from "@/lib/http/assets/cockpit-schemas";
import { PEOPLE_STATES } from "../accounts/people-states";
import { signIn } from "../accounts/sign-in-page";
import type { Scenario } from "../arrange-scenario";
import { openAsset, openCockpit, untilLive } from "../cockpit/cockpit-page";
import { fillTray } from "../cockpit/slow-uploads";
import { arrangeInvoice, openDocument, openDocuments } from "../documents/document-tools";
import { button, chooseReason, dialogOf } from "../page-parts";
import type { Product } from "../product";
import type { ProductReceiver } from "../receiver-of";
import { arrangeQueue, openQueue, untilShown } from "../review/review-tools";
import { IMPORT_STATES } from "./import-states";

/** The tools that a test needs to bring a page into a state. */
export interface StateTools {
  readonly page: Page;
  readonly scenario: Scenario;
  readonly receiver: ProductReceiver;
  /** Signs in to the same account in another browser. */
  readonly anotherSession: () => Promise<void>;
  readonly product: Product;
}

const ADMINISTRATION = "/administration/external-dms";
const ASSET_NAME = "Lindenhof office building";

/** Opens the webhook page and resolves when it is interactive and live. */
export async function openAdministration(page: Page): Promise<void> {
  await page.goto(ADMINISTRATION);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await untilLive(page);
}

/** Sets the webhook URL to the receiver that runs next to the product, which responds with this status from then on. */
export async function setWebhook(
  { page, receiver }: Pick<StateTools, "page" | "receiver">,
  status: number,
): Promise<void> {
  const { origin, control } = receiver;
  await control.behave(status === 200 ? { kind: "accept" } : { kind: "answer", status });
  await page.request.put("/api/cockpit/webhook", { data: { url: `${origin}/cockpit` } });
}

/** Makes a change that sends a notification, so that the notification is the newest entry of the log. */
export async function announce(apiKey: string, url: string): Promise<void> {
  const client = createStagedoorClient({ url, apiKey });
  await client.create({ assetIdentifier: "CTR-2052", name: "Inspection Bern 2026.pdf" });
}

const deleteButtonsOf = (page: Page): Locator => page.getByRole("button", { name: /^Delete / });

/** Finds the link from a row of the delivery log to its notification; the row's other links lead to documents. */
export const linkToNotification = (entry: Locator): Locator =>
  entry.locator('a[href*="/notifications/"]');

/** Opens the newest notification whose entry in the log contains this text. */
export async function openNewest(page: Page, text: string): Promise<void> {
  const log = page.getByRole("list", { name: LOG_TEXTS.newest });
  const entry = log.getByRole("listitem").first();
  await expect(entry).toContainText(text);
  await page.goto((await linkToNotification(entry).getAttribute("href")) ?? "");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await untilLive(page);
}

/** Archives or restores every asset; after archiving, the cockpit is as empty as on the first day. */
export async function archiveAll(page: Page, archived: boolean): Promise<void> {
  const path = `/api/cockpit/assets?limit=200&archived=${!archived}`;
  const { items } = assetTiles.parse(await (await page.request.get(path)).json());
  for (const { id } of items) {
    await page.request.put(`/api/cockpit/assets/${id}/archive`, { data: { archived } });
  }
}

/** The states of pages that do not need a session. */
export const PUBLIC_PAGE_STATES = {
  "the sign-in page": (page) => page.goto("/login?after=signed-out"),
  "a refused sign-in": async (page) => {
    await page.goto("/login");
    await page.getByText(SIGN_IN_TEXTS.firstTime).click();
    await signIn(page, { email: "axe@example.test", password: "not the password" });
    await expect(page.getByText(SIGN_IN_TEXTS.refused)).toBeVisible();
  },
  "a link that does not work": (page) => page.goto(`/invitation/${"x".repeat(43)}`),
  "the documentation": (page) => page.goto("/docs"),
  "the guide": (page) => page.goto("/docs/guide"),
  "the API reference, with one call opened": async (page) => {
    await page.goto("/docs/api");
    // All calls and all objects are drawn by the same components. Checking only some of them saves a minute of test time.
    await page.evaluate(() => {
      const all = (selector: string) => [...document.querySelectorAll(selector)];
      for (const each of all("[aria-labelledby=reportStatus] details"))
        each.setAttribute("open", "");
      for (const each of all("section:has(> div > h3[id^=object])").slice(8)) each.remove();
      for (const each of all("section:has(> div > h3):not([aria-labelledby^=object])").slice(6)) {
        each.remove();
      }
    });
  },
  "the page about a problem": (page) => page.goto("/docs/problems/file-changed"),
  "a page that does not exist": (page) => page.goto("/no/such/page"),
} satisfies Readonly<
  Partial<Record<PageState | "a page that does not exist", (page: Page) => Promise<unknown>>>
>;

/** All other states in the list of pages. */
export const PAGE_STATES: Readonly<
  Record<
    Exclude<PageState, keyof typeof PUBLIC_PAGE_STATES>,
    (tools: StateTools) => Promise<unknown>
  >
> = {
  "the cockpit": ({ page }) => openCockpit(page),
  "the account menu": async ({ page }) => {
    await openCockpit(page);
    await button(page, SHELL_TEXTS.accountMenu("Administrator")).click();
    await expect(page.getByRole("menu")).toBeVisible();
  },
  "the menu of a tile": async ({ page }) => {
    await openCockpit(page);
    await button(page, TILE_TEXTS.moreFor(ASSET_NAME)).click();
    await expect(page.getByRole("menu")).toBeVisible();
  },
  "the dialog for a new asset": async ({ page }) => {
    await openCockpit(page);
    await button(page, COCKPIT_TEXTS.newAsset).click();
    await expect(dialogOf(page)).toBeVisible();
  },
  "the question before archiving": async ({ page }) => {
    await openCockpit(page);
    await button(page, TILE_TEXTS.moreFor(ASSET_NAME)).click();
    await page.getByRole("menuitem", { name: TILE_TEXTS.archive }).click();
    await expect(dialogOf(page)).toBeVisible();
  },
  "a search that finds nothing": async ({ page }) => {
    await openCockpit(page);
    await page.getByRole("searchbox").fill("no such asset");
    await expect(page.getByText(EMPTY_TEXTS.notFound.title("no such asset"))).toBeVisible();
  },
  "the tray with running, failed and finished uploads": async ({ page }) => {
    await openCockpit(page);
    await fillTray(page, ASSET_NAME);
  },
  "the documents of an asset": async ({ page, scenario }) => {
    await openAsset(page, scenario.assetIdentifier);
    await expect(page.getByRole("row").nth(7)).toBeVisible();
  },
  "the reasons for deleting a document of an asset": async ({ page, scenario }) => {
    await openAsset(page, scenario.assetIdentifier);
    await deleteButtonsOf(page).first().click();
    await expect(dialogOf(page)).toBeVisible();
  },
  "a deletion in the list that can be undone": async ({ page, product }) => {
    const { assetIdentifier, name } = await arrangeInvoice(product);
    await openAsset(page, assetIdentifier);
    await page.clock.install();
    await chooseReason(page, deleteButtonsOf(page).first(), "duplicate");
    await expect(button(page, DELETION_TEXTS.undoOf(name))).toBeFocused();
  },
  "the documents of all assets": ({ page }) => openDocuments(page),
  "a search that explains what it found": async ({ page, product }) => {
    await arrangeInvoice(product);
    await openDocuments(page, { text: "harbour", sort: "name" });
    await expect(page.locator("mark").first()).toBeVisible();
  },
  "the choices of a filter": async ({ page, scenario }) => {
    await openDocuments(page, { assetIdentifier: scenario.assetIdentifier });
    await page
      .getByRole("button", { name: DOCUMENT_LIST_TEXTS.filter.status, exact: true })
      .click();
    await page.getByLabel(STATUS_TEXTS[5].label).check();
  },
  "the saved views": async ({ page }) => {
    await openDocuments(page);
    const view = { name: randomUUID(), address: documentsPath({ statuses: [5] }), isShared: true };
    await page.request.post(VIEWS_PATH, { data: view });
    await button(page, SAVED_VIEW_TEXTS.title).click();
    await page.getByRole("menuitem", { name: SAVED_VIEW_TEXTS.manage }).click();
    await expect(dialogOf(page).getByText(view.name)).toBeVisible();
  },
  "filters that no document matches": async ({ page }) => {
    await page.goto(documentsPath({ text: "no such document", uploader: "api" }));
    await expect(page.getByText(DOCUMENT_LIST_TEXTS.notFound.title)).toBeVisible();
  },
  "selected documents": async ({ page, scenario }) => {
    await openDocuments(page, { assetIdentifier: scenario.assetIdentifier });
    await page.getByRole("checkbox", { name: BULK_TEXTS.selectShown }).check();
  },
  "the question before many documents are deleted": async ({ page, scenario }) => {
    await openDocuments(page, { assetIdentifier: scenario.assetIdentifier });
    await page.getByRole("checkbox", { name: BULK_TEXTS.selectShown }).check();
    await button(page, BULK_TEXTS.actions.delete.button).click();
    await expect(page.getByText(BULK_TEXTS.keepsRunning)).toBeVisible();
  },
  "the search dialog": async ({ page }) => {
    await openCockpit(page);
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: SEARCH_TEXTS.placeholder }).fill("fire");
    await expect(page.getByRole("option").first()).toBeVisible();
  },
  "a document with its results": async ({ page, product }) => {
    const { uuid } = await arrangeInvoice(product);
    await openDocument(page, uuid);
    await expect(page.locator("canvas").first()).toBeVisible();
    await page.getByText(TIMELINE_TEXTS.rule).first().click();
    await page.getByText(ACTION_TEXTS.notOffered).click();
  },
  "an approval that can be undone": async ({ page, product }) => {
    const { uuid } = await arrangeInvoice(product);
    await openDocument(page, uuid);
    await page.clock.install();
    await button(page, ACTION_TEXTS.labels.approve).click();
    await expect(button(page, ACTION_TEXTS.undo)).toBeFocused();
  },
  "the reasons for a deletion": async ({ page, product }) => {
    const { uuid } = await arrangeInvoice(product);
    await openDocument(page, uuid);
    await button(page, ACTION_TEXTS.labels.delete).click();
    await dialogOf(page).getByRole("button", { name: "Other…", exact: true }).click();
    await dialogOf(page).getByRole("button", { name: ACTION_TEXTS.labels.delete }).click();
    await expect(dialogOf(page)).toContainText(DELETION_TEXTS.noteMissing);
  },
  "a deletion that can be undone": async ({ page, product }) => {
    const { uuid } = await arrangeInvoice(product);
    await openDocument(page, uuid);
    await page.clock.install();
    await chooseReason(page, button(page, ACTION_TEXTS.labels.delete), "duplicate");
    await expect(button(page, ACTION_TEXTS.undo)).toBeFocused();
  },
  "a deleted document": async ({ page, product }) => {
    const { client, uuid } = await arrangeInvoice(product);
    await client.delete(uuid, { reason: "duplicate" });
    await openDocument(page, uuid);
    await expect(page.getByText(DOCUMENT_PAGE_TEXTS.deletedTitle("Duplicate"))).toBeVisible();
  },
  "the confirmation before content is erased": async ({ page, product }) => {
    const { client, uuid } = await arrangeInvoice(product);
    await client.delete(uuid);
    await openDocument(page, uuid);
    await button(page, ACTION_TEXTS.labels.erase).click();
    await expect(dialogOf(page)).toBeVisible();
  },
  "the assets that a document can move to": async ({ page, product }) => {
    const { uuid } = await arrangeInvoice(product);
    await openDocument(page, uuid);
    await button(page, ACTION_TEXTS.labels.move).click();
    await expect(dialogOf(page).getByRole("radio").first()).toBeVisible();
  },
  "a document to review": async ({ page, product }) => {
    const { assetIdentifier } = await arrangeQueue(product, 2);
    await openQueue(page, assetIdentifier);
    await untilShown(page, "Invoice 1.pdf");
    await page.getByText(CORRECTION_TEXTS.foldedFields(3, true)).first().click();
  },
  "a decision in the queue that can be undone": async ({ page, product }) => {
    const { assetIdentifier } = await arrangeQueue(product, 1);
    await openQueue(page, assetIdentifier);
    await untilShown(page, "Invoice 1.pdf");
    await page.clock.install();
    await page.keyboard.press("a");
    await expect(button(page, REVIEW_TEXTS.undo)).toBeVisible();
  },
  "the shortcuts of the review page": async ({ page }) => {
    await openQueue(page, "no-such-asset");
    await page.getByText(REVIEW_TEXTS.emptyTitle).waitFor();
    await page.keyboard.press("?");
    await expect(dialogOf(page)).toBeVisible();
  },
  "an empty queue": async ({ page }) => {
    await openQueue(page, "no-such-asset");
    await expect(page.getByText(REVIEW_TEXTS.emptyTitle)).toBeVisible();
  },
  "a document that does not exist": ({ page }) => page.goto("/documents/0"),
  "an asset without documents": async ({ page, scenario }) => {
    await openAsset(page, scenario.emptyAssetIdentifier);
    await expect(page.getByText(DOCUMENT_TEXTS.emptyTitle)).toBeVisible();
  },
  "documents without an asset": async ({ page, scenario }) => {
    await openAsset(page, scenario.unassignedIdentifier);
    await expect(page.getByText(DOCUMENT_TEXTS.unassignedTitle)).toBeVisible();
  },
  "the administration without a webhook URL": async ({ page }) => {
    await page.request.delete("/api/cockpit/webhook");
    await openAdministration(page);
    await page.getByLabel(WEBHOOK_TEXTS.urlLabel, { exact: true }).fill("http://wrong");
    await page.getByText(WEBHOOK_TEXTS.how).click();
    await page.getByText(SECRET_TEXTS.recipe).click();
  },
  "a test that arrived": async (tools) => {
    await setWebhook(tools, 200);
    await openAdministration(tools.page);
    await button(tools.page, WEBHOOK_TEXTS.save).click();
    await expect(tools.page.getByText(TEST_TEXTS.savedTitle)).toBeVisible();
    await tools.page.getByText(ATTEMPT_TEXTS.answerHeaders).first().click();
  },
  "a test that did not arrive": async (tools) => {
    await setWebhook(tools, 503);
    await openAdministration(tools.page);
    await button(tools.page, WEBHOOK_TEXTS.save).click();
    await expect(tools.page.getByText(TEST_TEXTS.savedDespite)).toBeVisible();
  },
  "the question before removing the webhook URL": async (tools) => {
    await setWebhook(tools, 200);
    await openAdministration(tools.page);
    await button(tools.page, WEBHOOK_TEXTS.remove).click();
    await expect(dialogOf(tools.page)).toBeVisible();
  },
  "a new secret": async ({ page }) => {
    await openAdministration(page);
    await button(page, SECRET_TEXTS.create).click();
    await button(page, SECRET_TEXTS.confirm).click();
    await expect(button(page, SECRET_TEXTS.stored)).toBeVisible();
  },
  "the dialog to resend a period": async ({ page }) => {
    await openAdministration(page);
    await button(page, PERIOD_TEXTS.open).click();
    await expect(dialogOf(page)).toBeVisible();
  },
  "a notification that does not exist": ({ page }) =>
    page.goto(`${ADMINISTRATION}/notifications/0`),
  ...IMPORT_STATES,
  ...PEOPLE_STATES,
};
