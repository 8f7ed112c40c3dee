import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { causeText, LOG_TEXTS, NOTIFICATION_TEXTS } from "@/components/texts/en/delivery-texts";
import { ALERT_TEXTS } from "@/components/texts/en/shell-texts";
import { HEALTH_TEXTS } from "@/components/texts/en/webhook-texts";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { createUser, openAs } from "../accounts/sign-in-page";
import { test } from "../browser-test";
import { createAsset, openCockpit } from "../cockpit/cockpit-page";
import { faultsOf } from "../page-faults";
import { linkToNotification, openAdministration, setWebhook } from "../pages/page-states";
import type { Product } from "../product";
import { receiverOf } from "../receiver-of";

const entries = (page: Page) =>
  page.getByRole("list", { name: LOG_TEXTS.newest }).locator(":scope > li");

/** Creates documents that the receiver is notified about. @returns the uuid of the last one */
async function announce({ url, apiKey }: Product, assetIdentifier: string, ...names: string[]) {
  const client = createStagedoorClient({ url, apiKey });
  const created = [];
  for (const name of names) created.push(await client.create({ assetIdentifier, name }));
  return created.at(-1)?.uuid ?? "";
}

test.afterEach(async ({ adminPage: page }) => {
  await page.request.delete("/api/cockpit/webhook");
});

test("the delivery log names documents, links to them, and can be searched by document or asset", async ({
  adminPage: page,
  product,
}) => {
  const receiver = await receiverOf(product);
  await setWebhook({ page, receiver }, 200);
  const asset = `LOG-${randomUUID()}`;
  const contract = await announce(product, asset, "Mietvertrag Süd.pdf");
  await openAdministration(page);
  const search = page.getByRole("searchbox", { name: LOG_TEXTS.search });
  await search.fill("sued");
  await expect(entries(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=sued$/);
  await expect(entries(page)).toContainText(asset);
  // This document is created only now, because otherwise one notification could contain both documents.
  await announce(product, `OTHER-${randomUUID()}`, "Rechnung 4711.pdf");
  expect(await faultsOf(page)).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await expectOneLine(entries(page).first());
  await search.fill(asset);
  const link = entries(page).getByRole("link", { name: "Mietvertrag Süd.pdf", exact: true });
  await expect(link).toHaveAttribute("href", `/documents/${contract}`);
  // The notification may also contain changes from earlier tests, but its entry must name the document that was searched
  // for.
  await expect(entries(page).getByRole("link", { name: /changes?: Mietvertrag/ })).toBeVisible();
  await search.fill(contract);
  await expect(page).toHaveURL(`/administration/external-dms?q=${contract}`);
  await linkToNotification(entries(page)).click();
  // The navigation also has a link with this name, which leads to the entire log.
  const back = page.getByRole("link", { name: NOTIFICATION_TEXTS.back, exact: true });
  await expect(back).toHaveCount(2);
  await back.last().click();
  await expect(search).toHaveValue(contract);
  await expect(page).toHaveURL(`/administration/external-dms?q=${contract}`);
  await expect(entries(page)).toHaveCount(1);

  await search.fill("no such document");
  await expect(page.getByText(LOG_TEXTS.emptySearch("no such document"))).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue("no such document");
  await page.getByRole("button", { name: LOG_TEXTS.showAll }).click();
  await expect(search).toHaveValue("");
  await expect(entries(page).filter({ hasNotText: asset })).not.toHaveCount(0);
  await receiver.control.close();
});

const ONE_LINE_MAX_PX = 56;

/** Expects a row of one line, which shows its details and hides them again. */
async function expectOneLine(row: Locator): Promise<void> {
  const details = row.getByRole("button", { name: LOG_TEXTS.detailsOf("") });
  const height = async () => (await row.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(ONE_LINE_MAX_PX);
  await details.click();
  await expect(details).toHaveAttribute("aria-expanded", "true");
  await expect(row).toContainText("attempt");
  expect(await height()).toBeGreaterThan(ONE_LINE_MAX_PX);
  await details.click();
  await expect.poll(height).toBeLessThan(ONE_LINE_MAX_PX);
}

/** One more than a search considers. */
const MANY_ASSETS = 21;

test("a search lists the names that begin with the text first, and says so if it leaves something out", async ({
  adminPage: page,
  product,
}) => {
  const receiver = await receiverOf(product);
  await setWebhook({ page, receiver }, 200);
  const word = `beleg${randomUUID().slice(0, 8)}`;
  await openAdministration(page);
  const search = page.getByRole("searchbox", { name: LOG_TEXTS.search });
  await search.fill(word);
  const asset = `ORDER-${randomUUID()}`;
  for (const [count, name] of [`${word} of May.pdf`, `New ${word}.pdf`].entries()) {
    await announce(product, asset, name);
    // Each document is created after the previous notification, because otherwise one notification could contain both.
    await expect(entries(page)).toHaveCount(count + 1);
  }
  // The newest notification is about the name that matches less.
  await expect(entries(page).locator('a[href^="/documents/"]')).toHaveText([
    `${word} of May.pdf`,
    `New ${word}.pdf`,
  ]);
  await expect(page.getByText(LOG_TEXTS.searchOrder)).toBeVisible();

  for (let n = 0; n < MANY_ASSETS; n += 1) {
    await createAsset(page, { identifier: `${word}-${n}` });
  }
  await page.reload();
  await expect(page.getByText(LOG_TEXTS.searchCut)).toBeVisible();
  await expect(entries(page)).toHaveCount(2);
  await receiver.control.close();
});

test("an attempt names the person who requested it", async ({
  adminPage: page,
  browser,
  product,
}) => {
  const receiver = await receiverOf(product);
  await setWebhook({ page, receiver }, 200);
  const asset = `RESENT-${randomUUID()}`;
  await announce(product, asset, "Contract.pdf");
  const resender = await openAs(browser, product, await createUser(product, "resender"));
  await openAdministration(resender);
  await resender.getByRole("searchbox", { name: LOG_TEXTS.search }).fill(asset);
  await expect(entries(resender)).toHaveCount(1);
  const resend = { name: LOG_TEXTS.resendOf("") };
  await entries(resender).getByRole("button", resend).click();
  await linkToNotification(entries(resender)).click();
  const requested = causeText("resend", { actor: "administrator", name: "resender" });
  await expect(resender.getByText(requested)).toBeVisible();
  await resender.context().close();
  await receiver.control.close();
});

test("pending notifications can be sent at once after a successful test", async ({
  adminPage: page,
  product,
}) => {
  const receiver = await receiverOf(product);
  await startFailing({ page, receiver });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openCockpit(page);
  await announce(product, `PENDING-${randomUUID()}`, "contract.pdf");
  await alertOn(page).click();
  await expect(page.getByText(HEALTH_TEXTS.failing)).toBeVisible();
  await receiver.control.behave({ kind: "accept" });
  await page.getByRole("button", { name: HEALTH_TEXTS.sendTest }).click();
  await page.getByRole("button", { name: HEALTH_TEXTS.sendPending }).click();
  await expect(page.getByText(HEALTH_TEXTS.delivered)).toBeVisible();
  await expect(page.getByText(HEALTH_TEXTS.deliveredHelp)).toBeVisible();
  await receiver.control.close();
});

test("administrators and reviewers see an alert while notifications fail", async ({
  adminPage: page,
  browser,
  product,
}) => {
  const receiver = await receiverOf(product);
  await startFailing({ page, receiver });
  const reviewer = await openAs(browser, product, await createUser(product, "alerted", "reviewer"));
  const reader = await openAs(browser, product, await createUser(product, "unalerted", "reader"));
  await openCockpit(page);
  await expect(alertOn(page)).toHaveCount(0);
  await announce(product, `ALERT-${randomUUID()}`, "contract.pdf");
  await expect(alertOn(page)).toBeVisible();
  await expect(
    page.getByRole("banner").getByRole("status").getByText(ALERT_TEXTS.title),
  ).toHaveCount(1);
  await expect(alertOn(reviewer)).toBeVisible();
  await expect(alertOn(reader)).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  expect(await faultsOf(reviewer)).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await alertOn(page).click();
  await expect(page.getByText(HEALTH_TEXTS.failing)).toBeVisible();
  await receiver.control.behave({ kind: "accept" });
  await page.getByRole("button", { name: HEALTH_TEXTS.sendTest }).click();
  await expect(page.getByText(HEALTH_TEXTS.responding)).toBeVisible();
  await expect(page.getByText(HEALTH_TEXTS.failing)).toHaveCount(0);
  await expect(alertOn(reviewer)).toHaveCount(0);
  // Leaves nothing pending for the next tests.
  const sent = await page.request.post("/api/cockpit/notifications/resends", {
    data: {
      state: "pending",
      createdFrom: "1970-01-01T00:00:00.000Z",
      createdTo: "9999-12-31T23:59:59.999Z",
      dryRun: false,
    },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await expect(page.getByText(HEALTH_TEXTS.delivered)).toBeVisible();
  for (const each of [reviewer, reader]) await each.context().close();
  await receiver.control.close();
});

const alertOn = (on: Page) => on.getByRole("banner").getByText(ALERT_TEXTS.title);

/**
 * Sends a test before the receiver fails, because an earlier failure would already have raised the alert. The receiver
 * asks for an hour before the next attempt, so that no retry delivers the notification during the test.
 */
async function startFailing({ page, receiver }: Parameters<typeof setWebhook>[0]) {
  await setWebhook({ page, receiver }, 200);
  const sent = await page.request.post("/api/cockpit/webhook/tests", { data: {} });
  expect(sent.ok(), await sent.text()).toBe(true);
  await receiver.control.behave({ kind: "answer", status: 503, retryAfterSeconds: 3600 });
}
