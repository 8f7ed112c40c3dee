import { expect, type Page } from "@playwright/test";
import type { PageState } from "@/app/pages";
import { IMPORT_TEXTS } from "@/components/texts/en/import-texts";
import { untilLive } from "../cockpit/cockpit-page";
import { button } from "../page-parts";

async function selectImport(page: Page, text: string): Promise<void> {
  await page.goto("/cockpit/import");
  await untilLive(page);
  const file = { name: "assets.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel(IMPORT_TEXTS.fileLabel).setInputFiles(file);
}

/** The states of the asset import; none of them writes assets. */
export const IMPORT_STATES = {
  "the asset import": async ({ page }) => {
    await page.goto("/cockpit/import");
    await page.getByText(IMPORT_TEXTS.formatTitle).click();
    await expect(page.getByText(IMPORT_TEXTS.rules[0])).toBeVisible();
  },
  "the preview of an import": async ({ page }) => {
    await selectImport(page, "identifier,name,Owner\n17,Hof,Ada\nBLD-9,Haus,\n");
    await page.getByText(IMPORT_TEXTS.kinds.created(2), { exact: true }).click();
    await expect(button(page, IMPORT_TEXTS.import(2))).toBeVisible();
  },
  "the problems of an import": async ({ page }) => {
    await selectImport(page, "identifier,name\n,Hof\nA,\n");
    await expect(page.getByText(IMPORT_TEXTS.problemsTitle(2))).toBeVisible();
  },
} satisfies Readonly<Partial<Record<PageState, (tools: { readonly page: Page }) => Promise<void>>>>;
