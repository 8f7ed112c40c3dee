import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { documentsPath } from "@/components/documents/documents-query";
import { EMPTY_TEXTS } from "@/components/texts/en/cockpit-empty-texts";
import { COCKPIT_TEXTS } from "@/components/texts/en/cockpit-texts";
import { DOCUMENT_LIST_TEXTS } from "@/components/texts/en/document-list-texts";
import { SEARCH_TEXTS } from "@/components/texts/en/search-texts";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import { test } from "../browser-test";
import { createAsset, openCockpit, untilLive } from "../cockpit/cockpit-page";
import { clientOf } from "../documents/document-tools";
import { faultsOf } from "../page-faults";
import { button, dialogOf, holdScripts, shoot } from "../page-parts";
import type { Product } from "../product";

const field = (page: Page) => page.getByRole("combobox", { name: SEARCH_TEXTS.placeholder });
const options = (page: Page) => page.getByRole("option");

/** Creates an asset and a document in another one, which the same made-up word finds. */
async function arrangeWord(page: Page, product: Product) {
  const word = `zephyr${randomUUID().slice(0, 8)}`;
  const asset = await createAsset(page, { name: `Depot ${word}` });
  const place = { assetIdentifier: "BLD-0001", name: `Report ${word}.txt` };
  const { uuid } = await clientOf(product).handIn(new Blob([word]), place);
  return { word, asset, uuid, name: place.name };
}

test("a slash opens the search on every page, and the keyboard alone opens what it finds", async ({
  adminPage: page,
  product,
}, info) => {
  const { word, asset, uuid, name } = await arrangeWord(page, product);
  await page.goto("/account");
  await untilLive(page);
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(word);
  await expect(options(page)).toHaveCount(3);
  await expect(options(page).nth(0)).toContainText(asset.name);
  await expect(options(page).nth(0)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("group", { name: SEARCH_TEXTS.documents }).first()).toContainText(
    name,
  );
  await expect(options(page).nth(1).locator("mark")).toHaveText(word);
  expect(await faultsOf(page)).toEqual([]);
  await shoot(page, info.outputPath("search.png"));

  await page.keyboard.press("ArrowDown");
  await expect(options(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/documents/${uuid}`);
  await expect(dialogOf(page)).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await page.keyboard.type(word);
  await expect(options(page)).toHaveCount(3);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(documentsPath({ text: word }));
  await expect(page.getByRole("rowheader").getByRole("link")).toHaveText([name]);
});

test("a slash in a field is text, and a dialog keeps its keys", async ({ adminPage: page }) => {
  await openCockpit(page);
  const search = page.getByRole("searchbox", { name: COCKPIT_TEXTS.search });
  await search.pressSequentially("a/b");
  await expect(search).toHaveValue("a/b");
  await expect(field(page)).toHaveCount(0);
  await button(page, COCKPIT_TEXTS.newAsset).click();
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toHaveCount(0);
});

test("the button in the header opens the search before its script has loaded, and Escape returns the focus", async ({
  adminPage: page,
}) => {
  const letDialogLoad = await holdScripts(page, SEARCH_TEXTS.placeholder);
  await openCockpit(page);
  const open = button(page, SHELL_TEXTS.search);
  await open.click();
  await letDialogLoad();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("no such thing anywhere");
  await expect(page.getByText(SEARCH_TEXTS.nothing("no such thing anywhere"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
});

test("the search of the cockpit shows documents below the tiles, and all of them on request", async ({
  adminPage: page,
  product,
}) => {
  const { word, asset, name } = await arrangeWord(page, product);
  await openCockpit(page);
  await page.getByRole("searchbox", { name: COCKPIT_TEXTS.search }).fill(word);
  const found = page.getByRole("region", { name: SEARCH_TEXTS.documents });
  await expect(found.getByRole("link", { name })).toBeVisible();
  await expect(page.getByRole("link", { name: asset.name, exact: true })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await found.getByRole("link", { name: SEARCH_TEXTS.showAll(word) }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(DOCUMENT_LIST_TEXTS.title);
  await expect(page.getByRole("rowheader").getByRole("link")).toHaveText([name]);
});

test("the cockpit does not offer to create an asset named like a file or like a document", async ({
  adminPage: page,
  product,
}) => {
  const { word, name } = await arrangeWord(page, product);
  await openCockpit(page);
  const search = page.getByRole("searchbox", { name: COCKPIT_TEXTS.search });
  const texts = EMPTY_TEXTS.notFound;
  const expectOffer = async (text: string, isOffered: boolean) => {
    await search.fill(text);
    await expect(page.getByText(texts.title(text))).toBeVisible();
    await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
    await expect(button(page, texts.create(text))).toHaveCount(isOffered ? 1 : 0);
  };
  await expectOffer(`new ${word}`, true);
  await expectOffer(`${randomUUID()}.pdf`, false);
  await expectOffer(`Report ${word}`, false);
  await expect(page.getByRole("link", { name })).toBeVisible();
});
