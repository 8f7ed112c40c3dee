import { expect, type Page, type Route } from "@playwright/test";
import { ASSET_TEXTS, TILE_TEXTS } from "@/components/texts/en/cockpit-texts";
import { LOG_TEXTS, PERIOD_TEXTS, STATE_LABELS } from "@/components/texts/en/delivery-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { UI_TEXTS } from "@/components/texts/en/ui-texts";
import { HEALTH_TEXTS, TEST_TEXTS, WEBHOOK_TEXTS } from "@/components/texts/en/webhook-texts";
import { test } from "../browser-test";
import { createAsset, openAsset, openTilesOf, tileOf, untilLive } from "../cockpit/cockpit-page";
import type { Product } from "../product";
import { receiverOf } from "../receiver-of";

const PAGE = "/administration/external-dms";
const COCKPIT = "/api/cockpit";

/** Holds back the responses to these calls until the test releases them. */
async function holdAnswers(page: Page, path: string | RegExp, method: string) {
  const held: Route[] = [];
  await page.route(path, async (route) => {
    if (route.request().method() === method) held.push(route);
    else await route.fallback();
  });
  return {
    untilRequest: () => expect.poll(() => held.length).toBeGreaterThan(0),
    letGo: async () => {
      await page.unroute(path);
      await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    },
  };
}

/** Opens the page with the built-in receiver's address as the webhook URL. */
async function openAdministration(page: Page, product: Product) {
  const { origin, control } = await receiverOf(product);
  await control.behave({ kind: "accept" });
  const url = `${origin}/first`;
  await page.request.put(`${COCKPIT}/webhook`, { data: { url } });
  await page.goto(PAGE);
  await untilLive(page);
  await page.getByLabel(WEBHOOK_TEXTS.urlLabel, { exact: true }).waitFor();
  return { origin, url, control };
}

test("a period that is changed while it is being counted is counted again before anything is sent", async ({
  adminPage: page,
  product,
}) => {
  await openAdministration(page, product);
  await page.getByRole("button", { name: PERIOD_TEXTS.open }).click();
  const dialog = page.getByRole("dialog", { name: PERIOD_TEXTS.title });
  const count = dialog.getByRole("button", { name: PERIOD_TEXTS.count });
  const state = dialog.getByLabel(PERIOD_TEXTS.state);
  const counting = await holdAnswers(page, `**${COCKPIT}/notifications/resends`, "POST");
  await state.selectOption("delivered");
  await count.click();
  await counting.untilRequest();
  await state.selectOption("undelivered");
  await counting.letGo();
  await expect(count).toBeEnabled();
  await expect(dialog.getByText(/in this period/)).toHaveCount(0);

  const bodies: { state: string; dryRun: boolean }[] = [];
  await page.route(`**${COCKPIT}/notifications/resends`, async (route) => {
    bodies.push(route.request().postDataJSON());
    await route.fulfill({ json: { count: 3 } });
  });
  await count.click();
  await dialog.getByRole("button", { name: PERIOD_TEXTS.send(3) }).click();
  await expect(dialog).toBeHidden();
  expect(bodies).toMatchObject([
    { state: "undelivered", dryRun: true },
    { state: "undelivered", dryRun: false },
  ]);
});

test("a period cannot be changed while it is being resent, and a dialog opened later stays open when resending ends", async ({
  adminPage: page,
  product,
}) => {
  await openAdministration(page, product);
  const open = page.getByRole("button", { name: PERIOD_TEXTS.open });
  await open.click();
  const dialog = page.getByRole("dialog", { name: PERIOD_TEXTS.title });
  await page.route(`**${COCKPIT}/notifications/resends`, (route) =>
    route.fulfill({ json: { count: 3 } }),
  );
  await dialog.getByRole("button", { name: PERIOD_TEXTS.count }).click();
  const sending = await holdAnswers(page, `**${COCKPIT}/notifications/resends`, "POST");
  await dialog.getByRole("button", { name: PERIOD_TEXTS.send(3) }).click();
  await sending.untilRequest();
  await expect(dialog.getByLabel(PERIOD_TEXTS.state)).toBeDisabled();
  await expect(dialog.getByLabel(PERIOD_TEXTS.from)).not.toBeEditable();

  await dialog.getByRole("button", { name: UI_TEXTS.cancel }).click();
  await expect(dialog).toBeHidden();
  await open.click();
  await sending.letGo();
  await expect(page.getByText(PERIOD_TEXTS.sentHelp)).toBeVisible();
  await expect(dialog).toBeVisible();
});

test("restoring the previous webhook URL keeps what was typed, and the built-in URL cannot be filled in during a save", async ({
  adminPage: page,
  product,
}) => {
  const { url } = await openAdministration(page, product);
  const field = page.getByLabel(WEBHOOK_TEXTS.urlLabel, { exact: true });
  const saving = await holdAnswers(page, `**${COCKPIT}/webhook`, "PUT");
  await field.fill("https://second.example.com/hook");
  await page.getByRole("button", { name: WEBHOOK_TEXTS.save }).click();
  await saving.untilRequest();
  await expect(page.getByRole("button", { name: WEBHOOK_TEXTS.fillBuiltIn })).toBeDisabled();
  await saving.letGo();

  const restore = page.getByRole("button", { name: TEST_TEXTS.putBack(url) });
  await expect(restore).toBeVisible();
  await field.fill("https://mine.example.com/hook");
  await restore.click();
  await expect(page.getByText(TEST_TEXTS.putBack(url))).toHaveCount(0);
  await expect(page.getByRole("button", { name: WEBHOOK_TEXTS.save })).toBeEnabled();
  await expect(field).toHaveValue("https://mine.example.com/hook");
  await expect(page.getByText(WEBHOOK_TEXTS.changedByOther(url))).toHaveCount(0);
});

test("the result of a test disappears when a different webhook URL is set", async ({
  adminPage: page,
  product,
}) => {
  const { origin } = await openAdministration(page, product);
  await page.getByRole("button", { name: HEALTH_TEXTS.sendTest }).click();
  const verdict = page.getByText(TEST_TEXTS.arrived("Answered 200").slice(0, -1));
  await expect(verdict).toBeVisible();
  await page.request.put(`${COCKPIT}/webhook`, { data: { url: `${origin}/other` } });
  await expect(verdict).toBeHidden();
});

test("saving an asset closes its own dialog, not one that was opened in the meantime", async ({
  adminPage: page,
}) => {
  const [one, other] = [await createAsset(page), await createAsset(page)];
  await openTilesOf(page, "Asset TEST-");
  const saving = await holdAnswers(page, `**${COCKPIT}/assets/${one.id}`, "PUT");
  await chooseAction(page, one.name, TILE_TEXTS.edit);
  const dialog = page.getByRole("dialog", { name: ASSET_TEXTS.editTitle });
  await dialog.getByLabel(ASSET_TEXTS.name).fill(`${one.name} renamed`);
  await dialog.getByRole("button", { name: ASSET_TEXTS.save }).click();
  await saving.untilRequest();
  await expect(dialog.getByLabel(ASSET_TEXTS.name)).not.toBeEditable();
  await dialog.getByRole("button", { name: UI_TEXTS.cancel }).click();
  await expect(dialog).toBeHidden();

  await chooseAction(page, other.name, TILE_TEXTS.edit);
  await saving.letGo();
  await expect(page.getByText(ASSET_TEXTS.saved(`${one.name} renamed`))).toBeVisible();
  await expect(dialog.getByLabel(ASSET_TEXTS.name)).toHaveValue(other.name);
});

test("archiving an asset closes its own confirmation, not one that was opened in the meantime", async ({
  adminPage: page,
}) => {
  const [one, other] = [await createAsset(page), await createAsset(page)];
  await openTilesOf(page, "Asset TEST-");
  const archiving = await holdAnswers(page, `**${COCKPIT}/assets/${one.id}/archive`, "PUT");
  await chooseAction(page, one.name, TILE_TEXTS.archive);
  const dialog = page.getByRole("dialog", { name: ASSET_TEXTS.archiveTitle });
  await dialog.getByRole("button", { name: ASSET_TEXTS.archive }).click();
  await archiving.untilRequest();
  await dialog.getByRole("button", { name: UI_TEXTS.cancel }).click();
  await expect(dialog).toBeHidden();

  await chooseAction(page, other.name, TILE_TEXTS.archive);
  await expect(dialog.getByRole("button", { name: ASSET_TEXTS.archive })).toBeEnabled();
  await archiving.letGo();
  await expect(page.getByText(ASSET_TEXTS.archived(one.name))).toBeVisible();
  await expect(dialog.getByText(ASSET_TEXTS.archiveHelp(other.name))).toBeVisible();
});

async function chooseAction(page: Page, assetName: string, action: string): Promise<void> {
  await tileOf(page, assetName)
    .getByRole("button", { name: TILE_TEXTS.moreFor(assetName) })
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

test("when filters are cleared, a list that was empty because of them is not reported as empty", async ({
  adminPage: page,
  product,
}) => {
  const { identifier } = await createAsset(page);
  const headers = { authorization: `Bearer ${product.apiKey}` };
  const data = { assetIdentifier: identifier, name: "there.pdf" };
  await page.request.post("/external-api/staged-documents", { headers, data });
  await openAsset(page, identifier);
  await page.getByLabel(DOCUMENT_TEXTS.search).fill("nothing like it");
  await expect(page.getByText(DOCUMENT_TEXTS.nothingFoundTitle)).toBeVisible();
  await noteAppearance(page, DOCUMENT_TEXTS.emptyTitle);
  await page.getByRole("button", { name: DOCUMENT_TEXTS.clearFilters }).click();
  await expect(page.getByText("there.pdf").first()).toBeVisible();
  await expect(page.locator("body")).not.toHaveAttribute("data-appeared");
});

/** From now on, marks the page if this text appears on it, even for a moment. */
async function noteAppearance(page: Page, text: string): Promise<void> {
  await page.evaluate((awaited) => {
    const look = () => {
      if (document.body.textContent?.includes(awaited)) document.body.dataset.appeared = "yes";
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  }, text);
}

test("a delivery log that was empty for the previous state is not reported as empty while the next state is loading", async ({
  adminPage: page,
  product,
}) => {
  await openAdministration(page, product);
  await page.route(/notifications\?.*state=undelivered/, (route) =>
    route.fulfill({ json: { items: [], nextCursor: null } }),
  );
  const filter = page.getByRole("group", { name: LOG_TEXTS.filter });
  await filter.getByText(STATE_LABELS.undelivered, { exact: true }).click();
  await expect(page.getByText(LOG_TEXTS.emptyFilter("undelivered"))).toBeVisible();
  const reading = await holdAnswers(page, /notifications\?.*state=delivered/, "GET");
  await filter.getByText(STATE_LABELS.delivered, { exact: true }).click();
  await reading.untilRequest();
  await expect(page.getByText(LOG_TEXTS.emptyFilter("undelivered"))).toBeHidden();
  await expect(page.getByText(LOG_TEXTS.emptyFilter("delivered"))).toHaveCount(0);
  await reading.letGo();
});
