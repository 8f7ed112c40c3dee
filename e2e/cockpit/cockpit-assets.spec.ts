import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { EMPTY_TEXTS } from "@/components/texts/en/cockpit-empty-texts";
import { ASSET_TEXTS, COCKPIT_TEXTS, TILE_TEXTS } from "@/components/texts/en/cockpit-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { STATUS_TEXTS } from "@/components/texts/en/status-texts";
import { UI_TEXTS } from "@/components/texts/en/ui-texts";
import { createUser, signIn } from "../accounts/sign-in-page";
import { test } from "../browser-test";
import { faultsOf } from "../page-faults";
import { handIn } from "../system-calls";
import {
  createAsset,
  documentRow,
  dropOn,
  openAsset,
  openCockpit,
  tileOf,
  untilLive,
} from "./cockpit-page";
import { expectState } from "./upload-tray-page";

/** Returns a prefix that no other test's assets have. */
const ownPrefix = () => `OWN-${randomUUID().slice(0, 8)}`;

const field = (page: Page, label: string) =>
  page.getByRole("dialog").getByLabel(label, { exact: true });
const filter = (page: Page, name: keyof typeof COCKPIT_TEXTS.filters) =>
  page.getByRole("radio", { name: COCKPIT_TEXTS.filters[name], exact: true });
const search = (page: Page) => page.getByRole("searchbox", { name: COCKPIT_TEXTS.search });
const tileNames = (page: Page) =>
  page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 2 });

async function openMenu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole("button", { name: TILE_TEXTS.moreFor(name) }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("an asset is created, edited, archived and restored, and every step is announced", async ({
  adminPage: page,
}) => {
  const identifier = ownPrefix();
  await openCockpit(page);
  await page.getByRole("button", { name: COCKPIT_TEXTS.newAsset }).click();
  await field(page, ASSET_TEXTS.identifier).fill(identifier);
  await field(page, ASSET_TEXTS.name).fill(`First ${identifier}`);
  await field(page, ASSET_TEXTS.description).fill("By the canal");
  await page.getByRole("button", { name: ASSET_TEXTS.create }).dblclick();
  await expect(page.getByText(ASSET_TEXTS.created(`First ${identifier}`))).toBeVisible();
  await search(page).fill(identifier);
  await expect(tileNames(page)).toHaveText([`First ${identifier}`]);
  await expect(tileOf(page, `First ${identifier}`)).toContainText("By the canal");

  await openMenu(page, `First ${identifier}`, TILE_TEXTS.edit);
  await field(page, ASSET_TEXTS.name).fill(`Second ${identifier}`);
  await page.getByRole("button", { name: ASSET_TEXTS.save, exact: true }).click();
  await expect(page.getByText(ASSET_TEXTS.saved(`Second ${identifier}`))).toBeVisible();
  await expect(tileNames(page)).toHaveText([`Second ${identifier}`]);

  await openMenu(page, `Second ${identifier}`, TILE_TEXTS.archive);
  await page.getByRole("dialog").getByRole("button", { name: ASSET_TEXTS.archive }).click();
  await expect(page.getByText(ASSET_TEXTS.archived(`Second ${identifier}`))).toBeVisible();
  await expect(page.getByText(EMPTY_TEXTS.notFound.title(identifier))).toBeVisible();
  await filter(page, "archived").check();
  await expect(tileNames(page)).toHaveText([`Second ${identifier}`]);

  await openMenu(page, `Second ${identifier}`, TILE_TEXTS.restore);
  await expect(page.getByText(ASSET_TEXTS.restored(`Second ${identifier}`))).toBeVisible();
  await filter(page, "all").check();
  await expect(tileNames(page)).toHaveText([`Second ${identifier}`]);
});

test("an identifier already in use or an invalid value is reported next to its field, and nothing entered is lost", async ({
  adminPage: page,
}) => {
  const asset = await createAsset(page);
  await openCockpit(page);
  await page.getByRole("button", { name: COCKPIT_TEXTS.newAsset }).click();
  await field(page, ASSET_TEXTS.identifier).fill(asset.identifier);
  await page.getByRole("button", { name: ASSET_TEXTS.create }).click();
  await expect(field(page, ASSET_TEXTS.name)).toHaveAccessibleDescription(/must not be empty/);
  await field(page, ASSET_TEXTS.name).fill("Another one");
  await page.getByRole("button", { name: ASSET_TEXTS.create }).click();
  const identifier = field(page, ASSET_TEXTS.identifier);
  await expect(identifier).toHaveAttribute("aria-invalid", "true");
  await expect(identifier).toHaveAccessibleDescription(
    /Another asset already has this identifier\./,
  );
  await expect(field(page, ASSET_TEXTS.name)).toHaveValue("Another one");
});

test("a press on a button of the dialog that leaves an invalid value moves nothing, and the click arrives", async ({
  adminPage: page,
}) => {
  await openCockpit(page);
  await page.getByRole("button", { name: COCKPIT_TEXTS.newAsset }).click();
  await field(page, ASSET_TEXTS.identifier).fill("PRESS-1");
  await field(page, ASSET_TEXTS.name).fill("x".repeat(300));
  const close = page.getByRole("dialog").getByRole("button", { name: UI_TEXTS.cancel });
  const before = await close.boundingBox();
  if (!before) throw new Error("The button is not on the page.");
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await expect(field(page, ASSET_TEXTS.name)).toHaveAttribute("aria-invalid", "true");
  expect(await close.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("search, filter and order apply while the user types, and are kept after a reload and when the user returns to the page", async ({
  adminPage: page,
  product,
}) => {
  const prefix = ownPrefix();
  const create = (letter: string, name: string) =>
    createAsset(page, { identifier: `${prefix}-${letter}`, name: `${name} ${prefix}` });
  await create("A", "Zebra house");
  await create("B", "Apple mill");
  await create("C", "Monkey pier");
  await handIn(product, `${prefix}-C`, "news.txt");
  await openCockpit(page);
  await search(page).pressSequentially(prefix);
  await expect(tileNames(page)).toHaveCount(3);
  await expect(tileNames(page).first()).toHaveText(`Monkey pier ${prefix}`);
  await page.getByLabel(COCKPIT_TEXTS.orderLabel).selectOption("name");
  const byName = ["Apple mill", "Monkey pier", "Zebra house"].map((name) => `${name} ${prefix}`);
  await expect(tileNames(page)).toHaveText(byName);
  await page.reload();
  await expect(tileNames(page)).toHaveText(byName);
  await expect(search(page)).toHaveValue(prefix);

  await filter(page, "new").check();
  await expect(tileNames(page)).toHaveText([`Monkey pier ${prefix}`]);
  await tileOf(page, `Monkey pier ${prefix}`).getByRole("link").first().click();
  await expect(documentRow(page, "news.txt")).toBeVisible();
  await page.goBack();
  await expect(search(page)).toHaveValue(prefix);
  await expect(page.getByLabel(COCKPIT_TEXTS.orderLabel)).toHaveValue("name");
  await expect(filter(page, "new")).toBeChecked();
  await expect(page.getByText(EMPTY_TEXTS.notFound.title(prefix))).toBeVisible();

  await filter(page, "all").check();
  const uploaded = tileOf(page, `Monkey pier ${prefix}`).getByTitle(`1 ${STATUS_TEXTS[2].label}`);
  await uploaded.click();
  const documents = page.getByRole("searchbox", { name: DOCUMENT_TEXTS.search });
  await documents.fill("news");
  await expect(page).toHaveURL(`/cockpit/asset?identifier=${prefix}-C&q=news&status=2`);
  await page.reload();
  await expect(documents).toHaveValue("news");
  const ofStatus = DOCUMENT_TEXTS.withCount(STATUS_TEXTS[2].label, 1);
  await expect(page.getByRole("radio", { name: ofStatus })).toBeChecked();
  await documentRow(page, "news.txt").getByRole("link").first().click();
  await page.getByRole("link", { name: `Monkey pier ${prefix}` }).click();
  await expect(documents).toHaveValue("news");
  await page.getByRole("link", { name: DOCUMENT_TEXTS.back }).click();
  await expect(tileNames(page)).toHaveText(byName);
  await expect(search(page)).toHaveValue(prefix);
});

test("clicking a tile's folder filters the tiles, the parent folder can be opened, and going back keeps the folder, search and order", async ({
  adminPage: page,
}) => {
  const prefix = ownPrefix();
  const create = (letter: string, folder?: string) =>
    createAsset(page, {
      identifier: `${prefix}-${letter}`,
      name: `House ${letter}`,
      description: prefix,
      ...(folder === undefined ? {} : { folder }),
    });
  await create("A", `${prefix}/Old town`);
  await create("B", prefix);
  await create("C", `${prefix} North`);
  await create("D");
  await openCockpit(page);
  await search(page).fill(prefix);
  await page.getByLabel(COCKPIT_TEXTS.orderLabel).selectOption("name");
  await expect(tileNames(page)).toHaveText(["House A", "House B", "House C", "House D"]);

  const label = TILE_TEXTS.folder(`${prefix}/Old town`);
  await page.getByRole("link", { name: label }).click();
  await expect(tileNames(page)).toHaveText(["House A"]);
  await expect(search(page)).toHaveValue(prefix);
  const chip = page.getByRole("navigation", { name: COCKPIT_TEXTS.folderLabel });
  await expect(chip.getByRole("listitem")).toHaveText([prefix, "Old town"]);
  expect(await faultsOf(page)).toEqual([]);

  await chip.getByRole("button", { name: prefix, exact: true }).click();
  await expect(tileNames(page)).toHaveText(["House A", "House B"]);
  await page.reload();
  await expect(tileNames(page)).toHaveText(["House A", "House B"]);
  await tileOf(page, "House B").getByRole("link", { name: "House B" }).click();
  await page.getByRole("link", { name: DOCUMENT_TEXTS.back }).click();
  await expect(tileNames(page)).toHaveText(["House A", "House B"]);

  await filter(page, "archived").check();
  await expect(page.getByRole("heading", { name: EMPTY_TEXTS.inFolder.title })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: EMPTY_TEXTS.inFolder.clear, exact: true }).click();
  await expect(chip).toHaveCount(0);
  await filter(page, "all").check();
  await tileOf(page, "House C")
    .getByRole("link", { name: `${prefix} North` })
    .click();
  await chip.getByRole("button", { name: COCKPIT_TEXTS.removeFolder(`${prefix} North`) }).click();
  await expect(filter(page, "all")).toBeFocused();
  await expect(page).toHaveURL(`/cockpit?q=${prefix}&order=name`);
  await expect(tileNames(page)).toHaveText(["House A", "House B", "House C", "House D"]);
});

test("documents that others add count as new until you look at them; your own documents never count as new", async ({
  adminPage: page,
  browser,
  product,
}) => {
  const asset = await createAsset(page);
  const data = { assetIdentifier: asset.identifier };
  expect((await page.request.post("/api/cockpit/visits", { data })).status()).toBe(200);
  await page.goto(`/cockpit?${new URLSearchParams({ q: asset.identifier })}`);
  await untilLive(page);
  const tile = tileOf(page, asset.name);
  await dropOn(tile, [{ name: "mine.txt", text: "mine" }]);
  await expectState(page, "mine.txt", "done");
  await handIn(product, asset.identifier, "of a system.txt");
  await expect(tile.getByText(TILE_TEXTS.newCount(1))).toBeVisible();

  const other = await (await browser.newContext({ baseURL: product.url })).newPage();
  await other.goto("/login");
  await signIn(other, await createUser(product, `colleague${Date.now()}`));
  await other.waitForURL("**/cockpit");
  await other.goto(`/cockpit?${new URLSearchParams({ q: asset.identifier })}`);
  await dropOn(tileOf(other, asset.name), [{ name: "of a colleague.txt", text: "theirs" }]);
  await expectState(other, "of a colleague.txt", "done");
  await expect(tile.getByText(TILE_TEXTS.newCount(2))).toBeVisible();
  await other.context().close();

  await openAsset(page, asset.identifier);
  for (const [name, marks] of [
    ["of a colleague.txt", 1],
    ["of a system.txt", 1],
    ["mine.txt", 0],
  ] as const) {
    const row = documentRow(page, name);
    await expect(row).toBeVisible();
    await expect(row.getByText(DOCUMENT_TEXTS.isNew, { exact: true })).toHaveCount(marks);
  }
  await page.getByRole("link", { name: DOCUMENT_TEXTS.back }).click();
  await page.goto(`/cockpit?${new URLSearchParams({ q: asset.identifier })}`);
  await expect(tile.getByTitle("of a colleague.txt")).toBeVisible();
  await expect(tile.getByText(/\d new$/)).toHaveCount(0);
});

test("the cockpit and the page of an asset say how many documents wait to be read, and about how long that will take", async ({
  adminPage: page,
}) => {
  const asset = await createAsset(page);
  await page.route("**/api/cockpit/processing/forecast*", (route) => {
    const isOfAsset = route.request().url().includes(asset.identifier);
    const ofAsset = { waitingCount: 1, isAtLeast: false, secondsLeft: null };
    const ofAll = { waitingCount: 4980, isAtLeast: false, secondsLeft: 2520 };
    return route.fulfill({ json: isOfAsset ? ofAsset : ofAll });
  });
  await openCockpit(page);
  await expect(
    page.getByText("4,980 documents are waiting to be read, about 42 min left"),
  ).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await openAsset(page, asset.identifier);
  await expect(page.getByText("1 document is waiting to be read", { exact: true })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
});
