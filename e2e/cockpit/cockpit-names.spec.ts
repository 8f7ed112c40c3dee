import { type ConsoleMessage, expect, type Page } from "@playwright/test";
import { TILE_TEXTS } from "@/components/texts/en/cockpit-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { UPLOAD_TEXTS } from "@/components/texts/en/upload-texts";
import { fileNameProblem } from "@/lib/documents/rules/staged-document";
import { test } from "../browser-test";
import { announce, handIn } from "../system-calls";
import {
  createAsset,
  documentRow,
  dropOn,
  openAsset,
  openCockpit,
  tileOf,
  trayEntry,
} from "./cockpit-page";
import { documentsAt, expectState } from "./upload-tray-page";

const MARKUP = `<img src=x onerror="alert(1)">"><script>alert(2)</script>`;
const REVERSED = "in\u202egpj.exe";
const STACKED = `Z${"\u0351\u0323".repeat(40)}algo`;
const WIDE = "W".repeat(200);

const ASSET_NAMES = {
  "markup and scripts": MARKUP,
  "a character that turns the reading direction": REVERSED,
  "Arabic and Hebrew": "مبنى ٧ – בניין",
  emoji: "👩🏽‍🚒🏳️‍🌈 Feuerwache 🇦🇹",
  "many combining characters": STACKED,
  "200 characters without a space": WIDE,
};

const FILE_NAMES = {
  "markup and scripts": `${MARKUP.replaceAll("/", "∕")}.html`,
  "Arabic and Hebrew": "تقرير – דוח.pdf",
  emoji: "👩🏽‍🚒🏳️‍🌈.pdf",
  "many combining characters": `${STACKED}.pdf`,
  "255 characters without a space": `${"w".repeat(251)}.pdf`,
  "255 emoji": `${"🦆".repeat(251)}.pdf`,
  "quotes, ampersands and a percent sign": `a"b'c&amp;d%00%2F;e=f.pdf`,
};

/** Fails if a name was run as a script, or made the page wider than its window. */
async function expectHarmless(page: Page, scripts: readonly string[]): Promise<void> {
  expect(scripts).toEqual([]);
  const widths = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await widths()).toBe(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Collects signs of scripts that must not run: dialogs, and requests for the image in the injected markup. */
function noteScripts(page: Page): string[] {
  const noted: string[] = [];
  page.on("dialog", (dialog) => {
    noted.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (/\/x$/.test(request.url())) noted.push(request.url());
  });
  page.on("console", (message: ConsoleMessage) => {
    if (message.text().includes("Refused")) noted.push(message.text());
  });
  return noted;
}

for (const [what, name] of Object.entries(ASSET_NAMES)) {
  test(`an asset whose name consists of ${what} is shown in full and does no harm, on its tile and its page`, async ({
    adminPage: page,
  }) => {
    const scripts = noteScripts(page);
    const asset = await createAsset(page, { name });
    await page.goto(`/cockpit?${new URLSearchParams({ q: asset.identifier })}`);
    const tile = tileOf(page, name);
    await expect(tile.getByTitle(name, { exact: true })).toHaveText(name);
    await expect(tile.locator("bdi").filter({ hasText: name })).toHaveCount(1);
    await expect(tile.getByText(TILE_TEXTS.noDocuments)).toBeVisible();
    await expectHarmless(page, scripts);
    await dropOn(tile, [{ name: "plain.txt", text: "plain" }]);
    await expectState(page, "plain.txt", "done");
    await openAsset(page, asset.identifier);
    await expect(page.getByRole("heading", { level: 1 }).locator("bdi")).toHaveText(name);
    await expectHarmless(page, scripts);
  });
}

test("files whose names contain markup or emoji, run right to left or are 255 characters long are uploaded, shown in full, and do no harm", async ({
  adminPage: page,
  product,
}) => {
  const scripts = noteScripts(page);
  const names = Object.values(FILE_NAMES);
  const asset = await createAsset(page);
  await page.goto(`/cockpit?${new URLSearchParams({ q: asset.identifier })}`);
  await dropOn(
    tileOf(page, asset.name),
    names.map((name) => ({ name, text: name })),
  );
  for (const name of names) await expectState(page, name, "done");
  await expectHarmless(page, scripts);
  await openAsset(page, asset.identifier);
  for (const name of names) {
    await expect(documentRow(page, name).getByTitle(name, { exact: true })).toHaveText(name);
  }
  await expectHarmless(page, scripts);
  for (const name of names) {
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: DOCUMENT_TEXTS.downloadOf(name), exact: true }).click();
    expect(await (await downloading).failure()).toBeNull();
  }
  const ofSystem = await createAsset(page);
  for (const name of names) await handIn(product, ofSystem.identifier, name);
  await page.goto(`/cockpit?${new URLSearchParams({ q: ofSystem.identifier })}`);
  await expect(tileOf(page, ofSystem.name).getByTitle(names.at(-1) ?? "")).toBeVisible();
  await expectHarmless(page, scripts);
});

test("a file name that changes the reading direction is skipped with an explanation, and the API rejects it, too", async ({
  adminPage: page,
  product,
}) => {
  const asset = await createAsset(page);
  await openCockpit(page);
  await dropOn(tileOf(page, asset.name), [
    { name: REVERSED, text: "not a picture" },
    { name: "honest.txt", text: "honest" },
  ]);
  await expectState(page, "honest.txt", "done");
  const problem = fileNameProblem(REVERSED) ?? "";
  const leftOut = trayEntry(page, UPLOAD_TEXTS.leftOut.name(problem));
  await expect(leftOut).toContainText("in\ufffdgpj.exe");
  const answer = await announce(product, asset.identifier, REVERSED);
  expect(answer.status).toBe(422);
  expect(JSON.stringify(await answer.json())).toContain(problem);
  expect(await documentsAt(page, asset.identifier)).toHaveLength(1);
});
