import { expect, type Page } from "@playwright/test";
import { ASSET_TEXTS, COCKPIT_TEXTS, TILE_TEXTS } from "@/components/texts/en/cockpit-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import { STATUS_TEXTS } from "@/components/texts/en/status-texts";
import { STREAMS_OF_USER_MAX } from "@/lib/http/live/live-events-endpoint";
import { createUser, openAs } from "../accounts/sign-in-page";
import { killProcess } from "../kill-process";
import { test } from "../network/faulty-network-test";
import { chooseReason } from "../page-parts";
import { report } from "../system-calls";
import {
  createAsset,
  documentRow,
  dropOn,
  openAsset,
  openTilesOf,
  tileOf,
  untilLive,
} from "./cockpit-page";
import { documentsAt, expectState } from "./upload-tray-page";

const EVENTS = /^GET \/api\/cockpit\/events/;
/** A page whose stream was cut several times waits up to 30 s before it opens a new one. */
const WITHIN_A_RECONNECTION = { timeout: 60_000 };

const isPolling = (page: Page) =>
  expect(page.getByRole("banner").getByText(SHELL_TEXTS.live.polling)).toBeVisible();

test("two browsers see each other's assets, uploads, status changes and deletions without a reload", async ({
  adminPage: mine,
  openAdminPage,
  product,
}) => {
  const theirs = await openAdminPage();
  const identifier = `LIVE-${Date.now()}`;
  const name = `The ${identifier}`;
  await openTilesOf(mine, identifier);
  await openTilesOf(theirs, identifier);

  await mine.getByRole("button", { name: COCKPIT_TEXTS.newAsset }).click();
  await mine.getByLabel(ASSET_TEXTS.identifier, { exact: true }).fill(identifier);
  await mine.getByLabel(ASSET_TEXTS.name, { exact: true }).fill(name);
  await mine.getByRole("button", { name: ASSET_TEXTS.create }).click();
  await expect(tileOf(theirs, name)).toBeVisible();

  await dropOn(tileOf(theirs, name), [{ name: "minutes.txt", text: "what was said" }]);
  await expect(tileOf(mine, name).getByTitle("minutes.txt")).toBeVisible();
  await expect(tileOf(mine, name).getByText(TILE_TEXTS.noDocuments)).toBeHidden();

  await openAsset(mine, identifier);
  await openAsset(theirs, identifier);
  const [document] = await documentsAt(mine, identifier);
  await report(product, document?.uuid ?? "", 3);
  for (const page of [mine, theirs]) {
    const badge = documentRow(page, "minutes.txt").getByText(STATUS_TEXTS[3].label);
    await expect(badge).toBeVisible();
  }

  const row = documentRow(mine, "minutes.txt");
  const remove = row.getByRole("button", { name: DOCUMENT_TEXTS.removeOf("minutes.txt") });
  await chooseReason(mine, remove, "duplicate");
  const theirRow = documentRow(theirs, "minutes.txt");
  await expect(theirRow.getByText(STATUS_TEXTS[8].label)).toBeVisible();
});

test("a user's page whose stream was ended by ten newer ones polls, and gets live updates back when the user returns to it", async ({
  browser,
  product,
}) => {
  const page = await openAs(browser, product, await createUser(product, `eleven-${Date.now()}`));
  const isLive = () => expect(page.getByText(SHELL_TEXTS.live.live, { exact: true })).toBeVisible();
  await isLive();
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const away = new AbortController();
  const open = () =>
    fetch(`${product.url}/api/cockpit/events`, { headers: { cookie }, signal: away.signal });
  const streams = await Promise.all(Array.from({ length: STREAMS_OF_USER_MAX }, open));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  await isPolling(page);
  await expect(page.getByTitle(SHELL_TEXTS.live.hints.replaced)).toBeVisible();

  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await isLive();
  away.abort();
  await page.context().close();
});

test("when its event stream is cut, a page says so, polls instead and reconnects; when the browser is offline, the page says so and catches up later", async ({
  adminPage: page,
  openAdminPage,
  proxies: { toApplication },
}) => {
  const identifier = `CUT-${Date.now()}`;
  await openTilesOf(page, identifier);
  toApplication.cut(EVENTS);
  await isPolling(page);
  const elsewhere = await openAdminPage();
  await createAsset(elsewhere, { identifier, name: `Meanwhile ${identifier}` });
  await expect(tileOf(page, `Meanwhile ${identifier}`)).toBeVisible();
  await isPolling(page);

  toApplication.open();
  await expect(page.getByText(SHELL_TEXTS.live.live, { exact: true })).toBeVisible(
    WITHIN_A_RECONNECTION,
  );
  await createAsset(elsewhere, { identifier: `${identifier}-2`, name: `After ${identifier}` });
  await expect(tileOf(page, `After ${identifier}`)).toBeVisible();

  await page.context().setOffline(true);
  const hint = page.getByRole("banner").getByRole("status");
  await expect(hint.filter({ hasText: SHELL_TEXTS.live.hints.offline })).toHaveCount(1);
  await createAsset(elsewhere, { identifier: `${identifier}-3`, name: `Offline ${identifier}` });
  await page.context().setOffline(false);
  await expect(tileOf(page, `Offline ${identifier}`)).toBeVisible();
  await untilLive(page);
});

test("an application that is killed and restarted does not leave open pages stuck", async ({
  adminPage: tiles,
  openAdminPage,
  product,
}) => {
  const asset = await createAsset(tiles);
  const documents = await openAdminPage();
  await openTilesOf(tiles, asset.identifier);
  await openAsset(documents, asset.identifier);
  const before = await product.childPid("next");
  killProcess(before);
  for (const page of [tiles, documents]) await isPolling(page);
  for (const page of [tiles, documents]) {
    const live = page.getByRole("banner").getByText(SHELL_TEXTS.live.live, { exact: true });
    await expect(live).toBeVisible(WITHIN_A_RECONNECTION);
  }
  expect(await product.childPid("next")).not.toBe(before);

  await dropOn(tileOf(tiles, asset.name), [{ name: "afterwards.txt", text: "still here" }]);
  await expectState(tiles, "afterwards.txt", "done");
  const row = documentRow(documents, "afterwards.txt");
  await expect(row.getByText(STATUS_TEXTS[2].label)).toBeVisible();
  await tileOf(tiles, asset.name).getByRole("link").first().click();
  await expect(tiles.getByRole("heading", { level: 1, name: asset.name })).toBeVisible();
});
