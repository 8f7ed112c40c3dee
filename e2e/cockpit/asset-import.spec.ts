import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { COCKPIT_TEXTS, TILE_TEXTS } from "@/components/texts/en/cockpit-texts";
import { IMPORT_TEXTS } from "@/components/texts/en/import-texts";
import { test } from "../browser-test";
import { faultsOf } from "../page-faults";
import { button } from "../page-parts";
import { createAsset, openCockpit, openTilesOf, tileOf } from "./cockpit-page";

const select = (page: Page, content: string | Buffer, name = "assets.csv") =>
  page.getByLabel(IMPORT_TEXTS.fileLabel).setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(content as string),
  });

async function openMenu(page: Page, item: string): Promise<void> {
  await button(page, COCKPIT_TEXTS.transfer).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("an import lists the mistakes in a file, shows a preview once they are corrected, and updates another window", async ({
  adminPage: page,
  openAdminPage,
}) => {
  const prefix = `IMP-${randomUUID().slice(0, 8)}`;
  const known = await createAsset(page, { identifier: `${prefix}-1`, name: `Old ${prefix}` });
  const other = await openAdminPage();
  await openTilesOf(other, prefix);
  await openCockpit(page);
  await openMenu(page, COCKPIT_TEXTS.import);
  await expect(page).toHaveURL(/\/cockpit\/import$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(IMPORT_TEXTS.title);
  await page.getByText(IMPORT_TEXTS.formatTitle).click();

  const head = "identifier;name;folder;Owner\r\n";
  const rows = `${known.identifier};New ${prefix};Zürich/Altstadt;Ada\r\n${prefix}-2;Mill ${prefix};;\r\n`;
  await select(page, `${head}${rows};Nobody;;\r\n${prefix}-2;Twice;;\r\n`);
  await expect(page.getByText(IMPORT_TEXTS.problemsTitle(2))).toBeVisible();
  const problems = page.getByRole("region", { name: IMPORT_TEXTS.problemsLabel });
  await expect(problems.getByRole("listitem")).toHaveText([
    /Line 4.*The identifier must not be empty/,
    /Line 5.*is already on line 3/,
  ]);
  expect(await faultsOf(page)).toEqual([]);

  await select(page, Buffer.from(`identifier;name\r\nA;Z\xfcrich`, "latin1"));
  await expect(page.getByText(/saved as Windows-1252/)).toBeVisible();

  await select(page, head + rows);
  await expect(page.getByText(IMPORT_TEXTS.ignored(["Owner"]), { exact: true })).toBeVisible();
  for (const text of [
    IMPORT_TEXTS.kinds.created(1),
    IMPORT_TEXTS.kinds.renamed(1),
    IMPORT_TEXTS.kinds.moved(1),
  ]) {
    await page.getByText(text, { exact: true }).click();
  }
  await expect(page.getByRole("listitem").filter({ hasText: IMPORT_TEXTS.noFolder })).toContainText(
    "Zürich/Altstadt",
  );
  expect(await faultsOf(page)).toEqual([]);

  await button(page, IMPORT_TEXTS.import(2)).click();
  await expect(page.getByText(IMPORT_TEXTS.doneTitle(1, 1))).toBeVisible();
  await expect(tileOf(other, `New ${prefix}`)).toBeVisible();
  await expect(tileOf(other, `Mill ${prefix}`)).toBeVisible();

  await select(page, head + rows);
  await expect(page.getByText(IMPORT_TEXTS.nothingTitle)).toBeVisible();
  const main = page.getByRole("main");
  await main.getByRole("link", { name: IMPORT_TEXTS.back, exact: true }).click();
  const folder = TILE_TEXTS.folder("Zürich/Altstadt");
  await page.getByRole("link", { name: folder }).first().click();
  await expect(page).toHaveURL(/folder=Z%C3%BCrich%2FAltstadt/);
  await expect(tileOf(page, `New ${prefix}`)).toBeVisible();
  await expect(tileOf(page, `Mill ${prefix}`)).toHaveCount(0);

  const downloading = page.waitForEvent("download");
  await openMenu(page, COCKPIT_TEXTS.export.comma);
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("assets.csv");
  const exported = await readFile(await download.path(), "utf8");
  expect(exported).toContain(`${known.identifier},New ${prefix},Zürich/Altstadt,`);
});

test("an import does not overwrite what somebody else changes during the preview", async ({
  adminPage: page,
}) => {
  const { identifier } = await createAsset(page);
  await page.goto("/cockpit/import");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await select(page, `identifier,name\n${identifier},Mine\n`);
  await expect(button(page, IMPORT_TEXTS.import(1))).toBeVisible();
  const data = { name: "Theirs", description: "", folder: null };
  const { items } = await (await page.request.get(`/api/cockpit/assets?q=${identifier}`)).json();
  await page.request.put(`/api/cockpit/assets/${items[0].id}`, { data });
  await button(page, IMPORT_TEXTS.import(1)).click();
  await expect(page.getByText(IMPORT_TEXTS.changedTitle)).toBeVisible();
  await page.getByText(IMPORT_TEXTS.kinds.renamed(1), { exact: true }).click();
  await expect(page.getByRole("deletion")).toHaveText("Theirs");
  await button(page, IMPORT_TEXTS.import(1)).click();
  await expect(page.getByText(IMPORT_TEXTS.doneTitle(0, 1))).toBeVisible();
});
