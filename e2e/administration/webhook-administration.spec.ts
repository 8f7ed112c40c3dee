import { expect, type Locator, type Page } from "@playwright/test";
import type { ReceiverControl } from "@/cli/receiver-control/receiver-control";
import {
  ATTEMPT_TEXTS,
  LOG_TEXTS,
  NOTIFICATION_TEXTS,
  PERIOD_TEXTS,
  STATE_LABELS,
} from "@/components/texts/en/delivery-texts";
import {
  HEALTH_TEXTS,
  SECRET_TEXTS,
  TEST_TEXTS,
  WEBHOOK_TEXTS,
} from "@/components/texts/en/webhook-texts";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import { webhookOverview } from "@/lib/http/notifications/cockpit-schemas";
import { test as base } from "../browser-test";
import { createAsset, untilLive } from "../cockpit/cockpit-page";
import { faultsOf } from "../page-faults";
import { linkToNotification } from "../pages/page-states";
import type { Product } from "../product";
import { receiverOf } from "../receiver-of";

/** Uses the receiver that runs next to the product; at the start of a test, no webhook URL is set. */
const test = base.extend<{ receiver: { url: string; control: ReceiverControl } }>({
  receiver: async ({ product, adminPage }, use) => {
    const { origin, control } = await receiverOf(product);
    await control.behave({ kind: "accept" });
    await adminPage.request.delete("/api/cockpit/webhook");
    await use({ url: `${origin}/cockpit`, control });
    await control.behave({ kind: "accept" });
    // The tests of other files also need to begin without a webhook URL.
    await adminPage.request.delete("/api/cockpit/webhook");
    await control.close();
  },
});

const PAGE = "/administration/external-dms";
const field = (page: Page) => page.getByLabel(WEBHOOK_TEXTS.urlLabel, { exact: true });
const entries = (page: Page) =>
  page.getByRole("list", { name: LOG_TEXTS.newest }).getByRole("listitem");

async function openAdministration(page: Page): Promise<void> {
  await page.goto(PAGE);
  await untilLive(page);
  // The frame is live before the page inside it is visible, and keys typed into a hidden field would be lost.
  await field(page).waitFor();
}

async function setUrl(page: Page, url: string): Promise<void> {
  const answer = await page.request.put("/api/cockpit/webhook", { data: { url } });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function readUrl(page: Page): Promise<string | null> {
  const answer = await page.request.get("/api/cockpit/webhook");
  return webhookOverview.parse(await answer.json()).url;
}

/** Creates a document for a new asset, so that the receiver is notified. @returns the document's uuid */
async function announceDocument(page: Page, { url, apiKey }: Product): Promise<string> {
  const { identifier } = await createAsset(page);
  const client = createStagedoorClient({ url, apiKey });
  const { uuid } = await client.create({ assetIdentifier: identifier, name: "told.pdf" });
  return uuid;
}

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not on the page.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const REFUSED = [
  ["http://dms.example.com/hook", "must start with https:// in lower case"],
  [
    "https://10.0.0.7/hook",
    "must not point to a private or reserved address: use a publicly reachable one",
  ],
  [
    "https://dms.internal/hook",
    "must not name this machine or an internal network: use a publicly reachable name",
  ],
] as const;

for (const [url, problem] of REFUSED) {
  test(`${url} is rejected while it is typed, with an explanation, and is never saved`, async ({
    adminPage: page,
    receiver: _,
  }) => {
    await openAdministration(page);
    await field(page).pressSequentially(url);
    await expect(page.getByText(WEBHOOK_TEXTS.urlWrong(problem))).toBeVisible();
    await expect(field(page)).toHaveAccessibleDescription(new RegExp(problem));
    await page.getByRole("button", { name: WEBHOOK_TEXTS.save }).click();
    await expect(field(page)).toHaveAttribute("aria-invalid", "true");
    expect(await readUrl(page)).toBeNull();
  });
}

for (const label of [WEBHOOK_TEXTS.save, WEBHOOK_TEXTS.remove]) {
  test(`a press on “${label}” that leaves an invalid URL moves nothing, and the click arrives`, async ({
    adminPage: page,
    receiver,
  }) => {
    await setUrl(page, receiver.url);
    await page.clock.install();
    await openAdministration(page);
    // A pause in typing, which also shows the error, does not end while the clock stands still.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await field(page).fill("http://dms.example.com");
    const button = page.getByRole("button", { name: label, exact: true });
    await button.evaluate((element) => {
      element.addEventListener("click", () => element.setAttribute("data-clicked", ""));
    });
    const before = await centreOf(button);
    await page.mouse.move(before.x, before.y);
    await page.mouse.down();
    await expect(field(page)).not.toBeFocused();
    // A press may last: the error waits for its end, however long it takes.
    await page.clock.runFor(300);
    expect(await centreOf(button)).toEqual(before);
    await page.mouse.up();
    await page.clock.resume();
    // The dialog that asks for a confirmation hides the button from assistive technology.
    await expect(page.locator("[data-clicked]")).toHaveText(label);
    if (label === WEBHOOK_TEXTS.remove) {
      await page.getByRole("alertdialog").or(page.getByRole("dialog")).waitFor();
      await page.keyboard.press("Escape");
    }
    await expect(page.getByText(WEBHOOK_TEXTS.urlWrong(REFUSED[0][1]))).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
  });
}

test("the built-in receiver is set with one click, and its response to the test is shown", async ({
  adminPage: page,
  receiver,
}) => {
  await openAdministration(page);
  await page.getByRole("button", { name: WEBHOOK_TEXTS.fillBuiltIn }).click();
  await expect(field(page)).toHaveValue(receiver.url);
  await page.getByRole("button", { name: WEBHOOK_TEXTS.save }).click();
  const verdict = `${TEST_TEXTS.savedTitle} ${TEST_TEXTS.arrived("Answered 200")}`.slice(0, -1);
  await expect(page.getByText(verdict)).toBeVisible();
  await expect(page.getByText(ATTEMPT_TEXTS.answerHeaders)).toBeVisible();
  const newest = entries(page).first();
  await expect(newest.getByRole("link", { name: LOG_TEXTS.test })).toBeVisible();
  await expect(newest.getByText(STATE_LABELS.delivered, { exact: true })).toBeVisible();
  await page.reload();
  await expect(field(page)).toHaveValue(receiver.url);
});

test("a new secret is shown once, and the receiver verifies signatures with it from then on", async ({
  adminPage: page,
  receiver,
}) => {
  await setUrl(page, receiver.url);
  await openAdministration(page);
  await page.getByRole("button", { name: SECRET_TEXTS.create }).click();
  const asking = page.getByRole("dialog", { name: SECRET_TEXTS.confirmTitle });
  await asking.getByRole("button", { name: SECRET_TEXTS.confirm }).click();
  const dialog = page.getByRole("dialog", { name: SECRET_TEXTS.newTitle });
  const shown = dialog.getByRole("status", { name: SECRET_TEXTS.newLabel });
  await expect(shown).toHaveText(/^whsec_[A-Za-z0-9+/=]{32,}$/);
  const secret = (await shown.textContent()) ?? "";
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: SECRET_TEXTS.stored }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("button", { name: HEALTH_TEXTS.sendTest }).click();
  const verdict = TEST_TEXTS.arrived("Answered 200").slice(0, -1);
  await expect(page.getByText(verdict)).toBeVisible();
});

test("a failed delivery is explained, and resending it after the cause is fixed shows it as delivered without a reload", async ({
  adminPage: page,
  openAdminPage,
  product,
  receiver,
}) => {
  await setUrl(page, receiver.url);
  // The receiver asks for an hour before the next attempt, so that no retry adds a second one during the test.
  await receiver.control.behave({ kind: "answer", status: 500, retryAfterSeconds: 3600 });
  await openAdministration(page);
  await announceDocument(page, product);

  const entry = entries(page).first();
  await expect(entry).toContainText("Answered 500");
  await entry.getByRole("button", { name: LOG_TEXTS.detailsOf("") }).click();
  await expect(entry).toContainText(ATTEMPT_TEXTS.whatHelps);
  await expect(entry.getByText(STATE_LABELS.pending, { exact: true })).toBeVisible();
  await expect(page.getByText(HEALTH_TEXTS.failing)).toBeVisible();

  const detail = await openAdminPage();
  const href = await linkToNotification(entry).getAttribute("href");
  await detail.goto(href ?? "");
  await untilLive(detail);
  await expect(detail.getByRole("heading", { level: 3, name: /Answered 500/ })).toBeVisible();
  await expect(detail.getByLabel(NOTIFICATION_TEXTS.body)).toContainText('"currentStatus"');

  await receiver.control.behave({ kind: "accept" });
  await detail.getByRole("button", { name: LOG_TEXTS.sendNow }).click();
  await expect(detail.getByRole("heading", { level: 3, name: /Answered 200/ })).toBeVisible();
  await expect(detail.getByText(STATE_LABELS.delivered, { exact: true }).first()).toBeVisible();
  await expect(entry.getByText(STATE_LABELS.delivered, { exact: true })).toBeVisible();
});

test("the webhook URL is removed only after a confirmation", async ({
  adminPage: page,
  receiver,
}) => {
  await setUrl(page, receiver.url);
  await openAdministration(page);
  const remove = page.getByRole("button", { name: WEBHOOK_TEXTS.remove, exact: true });
  await remove.click();
  const asking = page.getByRole("dialog", { name: WEBHOOK_TEXTS.removeTitle });
  await page.keyboard.press("Escape");
  await expect(asking).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.click();
  await asking.getByRole("button", { name: WEBHOOK_TEXTS.removeConfirm }).click();
  await expect(page.getByText(WEBHOOK_TEXTS.removed)).toBeVisible();
  await expect(field(page)).toHaveValue("");
  expect(await readUrl(page)).toBeNull();
});

test("another administrator's changes are announced, and never overwrite what has been typed", async ({
  adminPage: page,
  openAdminPage,
  receiver,
}) => {
  await setUrl(page, receiver.url);
  await openAdministration(page);
  await field(page).fill("https://mine.example.com/hook");
  const theirs = `${new URL(receiver.url).origin}/theirs`;
  await setUrl(await openAdminPage(), theirs);
  await expect(page.getByText(WEBHOOK_TEXTS.changedByOther(theirs))).toBeVisible();
  await expect(field(page)).toHaveValue("https://mine.example.com/hook");
  await page.getByRole("button", { name: WEBHOOK_TEXTS.takeTheirs }).click();
  await expect(field(page)).toHaveValue(theirs);
});

test("the notifications from a period are counted first, then resent with the same id", async ({
  adminPage: page,
  product,
  receiver: { url, control },
}) => {
  await setUrl(page, url);
  await openAdministration(page);
  const uuid = await announceDocument(page, product);
  const idsOfIt = async () => {
    const arrivals = await control.listArrivals(0);
    const ofIt = arrivals.filter(({ items }) => items?.some((item) => item.uuid === uuid));
    return ofIt.map(({ id }) => id);
  };
  await expect.poll(idsOfIt).toHaveLength(1);
  const [id] = await idsOfIt();
  const newest = entries(page).first();
  await expect(newest.getByText(STATE_LABELS.delivered, { exact: true })).toBeVisible();

  await page.getByRole("button", { name: PERIOD_TEXTS.open }).click();
  const dialog = page.getByRole("dialog", { name: PERIOD_TEXTS.title });
  await dialog.getByLabel(PERIOD_TEXTS.state).selectOption("delivered");
  await dialog.getByRole("button", { name: PERIOD_TEXTS.count }).click();
  const send = dialog.getByRole("button", { name: /^Resend \d+$/ });
  await expect(send).toBeVisible();
  expect(await idsOfIt()).toEqual([id]);
  await send.click();
  await expect(dialog).toBeHidden();
  await expect.poll(idsOfIt).toEqual([id, id]);
});
