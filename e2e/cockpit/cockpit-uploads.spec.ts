import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { TILE_TEXTS } from "@/components/texts/en/cockpit-texts";
import { DELETION_TEXTS } from "@/components/texts/en/deletion-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { STATUS_TEXTS } from "@/components/texts/en/status-texts";
import { UPLOAD_TEXTS } from "@/components/texts/en/upload-texts";
import { UPLOAD_TRAY_TEXTS } from "@/components/texts/en/upload-tray-texts";
import { test, WITH_MOTION } from "../browser-test";
import { tabTo } from "../page-parts";
import {
  createAsset,
  documentRow,
  dropOn,
  dropPathsOn,
  openAsset,
  openCockpit,
  openTilesOf,
  tileOf,
  trayOf,
} from "./cockpit-page";
import {
  documentsAt,
  documentsForSystems,
  expectState,
  trayButton,
  traySummary,
} from "./upload-tray-page";

test.use(WITH_MOTION);

const { leftOut } = UPLOAD_TEXTS;
const files = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => {
    const name = `${prefix} ${String(index + 1).padStart(4, "0")}.txt`;
    return { name, text: `the content of ${name}` };
  });
const namesOf = (items: readonly { readonly name: string }[]) =>
  items.map(({ name }) => name).sort();

test("one dropped file is uploaded, listed, unchanged byte for byte, and reported to other systems as uploaded", async ({
  adminPage: page,
  product,
}) => {
  const asset = await createAsset(page);
  const text = "Every word of it.\u0000\r\n";
  await openCockpit(page);
  await dropOn(tileOf(page, asset.name), [{ name: "a letter.txt", text }]);
  await expectState(page, "a letter.txt", "done");

  await tileOf(page, asset.name).getByRole("link").first().click();
  const row = documentRow(page, "a letter.txt");
  await expect(row.getByText(STATUS_TEXTS[2].label)).toBeVisible();
  await expect(row.getByText("20 B", { exact: true })).toBeVisible();
  await expect(row.getByRole("time")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await row.getByRole("link", { name: DOCUMENT_TEXTS.downloadOf("a letter.txt") }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("a letter.txt");
  expect(await readFile(await download.path(), "utf8")).toBe(text);
  expect(await documentsForSystems(product, asset.identifier)).toEqual([
    expect.objectContaining({ name: "a letter.txt", status: 2 }),
  ]);
});

test("forty files dropped together on a tile are all uploaded, each of them exactly once", async ({
  adminPage: page,
}) => {
  const asset = await createAsset(page);
  const pages = files(40, "page");
  await openCockpit(page);
  await dropOn(tileOf(page, asset.name), pages);
  await expect(traySummary(page)).toHaveText(UPLOAD_TRAY_TEXTS.finished(40));
  const documents = await documentsAt(page, asset.identifier);
  expect(namesOf(documents)).toEqual(namesOf(pages));
  expect(new Set(documents.map(({ status }) => status))).toEqual(new Set([2]));
});

test("files dropped on several tiles in quick succession are each uploaded to their own tile", async ({
  adminPage: page,
}) => {
  const group = `GROUP-${Date.now()}`;
  const assets = await Promise.all(
    ["A", "B", "C"].map((letter) => createAsset(page, { identifier: `${group}-${letter}` })),
  );
  await openTilesOf(page, group);
  for (const { name, identifier } of assets) {
    await dropOn(tileOf(page, name), files(8, identifier));
  }
  await expect(traySummary(page)).toHaveText(UPLOAD_TRAY_TEXTS.finished(24));
  for (const { identifier } of assets) {
    const documents = await documentsAt(page, identifier);
    expect(namesOf(documents)).toEqual(namesOf(files(8, identifier)));
  }
});

test("a dropped folder is uploaded with its subfolders, and skipped files are listed", async ({
  adminPage: page,
}, testInfo) => {
  const folder = testInfo.outputPath("Survey 2026");
  await mkdir(join(folder, "plans", "ground floor"), { recursive: true });
  await mkdir(join(folder, "nothing in it"));
  await writeFile(join(folder, "cover.txt"), "the cover");
  await writeFile(join(folder, "plans", "ground floor", "hall.txt"), "the hall");
  await writeFile(join(folder, "plans", ".draft.txt"), "hidden");
  const asset = await createAsset(page);
  await openTilesOf(page, asset.identifier);
  await dropPathsOn(tileOf(page, asset.name), [folder]);
  const said = UPLOAD_TRAY_TEXTS.andLeftOut(UPLOAD_TRAY_TEXTS.finished(2), 2);
  await expect(traySummary(page)).toHaveText(said);

  const tray = trayOf(page);
  for (const [path, reason] of [
    ["Survey 2026/nothing in it", leftOut.emptyFolder],
    ["Survey 2026/plans/.draft.txt", leftOut.hidden],
  ] as const) {
    const item = tray.getByRole("listitem").filter({ hasText: path });
    await expect(item.getByText(reason)).toBeVisible();
  }
  await openAsset(page, asset.identifier);
  const row = documentRow(page, "hall.txt");
  await expect(row.getByText("Survey 2026/plans/ground floor")).toBeVisible();
  await expect(
    documentRow(page, "cover.txt").getByText("Survey 2026", { exact: true }),
  ).toBeVisible();
  expect(namesOf(await documentsAt(page, asset.identifier))).toEqual(["cover.txt", "hall.txt"]);
});

test("a file pasted while a tile has the focus is uploaded to its asset", async ({
  adminPage: page,
}) => {
  const asset = await createAsset(page);
  await openCockpit(page);
  await tileOf(page, asset.name).getByRole("link").first().focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(["pasted"], "from the clipboard.txt"));
    const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  });
  await expectState(page, "from the clipboard.txt", "done");
  expect(await documentsAt(page, asset.identifier)).toHaveLength(1);
});

test("a file can be uploaded with the keyboard alone: Tab moves to the tile's button, and Enter opens the browser's file dialog", async ({
  adminPage: page,
}, testInfo) => {
  const path = testInfo.outputPath("by hand.txt");
  await writeFile(path, "typed");
  const asset = await createAsset(page);
  await openTilesOf(page, asset.identifier);
  const button = page.getByRole("button", { name: TILE_TEXTS.uploadTo(asset.name) });
  await button.waitFor();
  await tabTo(page, button);
  const choosing = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await choosing).setFiles(path);
  await expectState(page, "by hand.txt", "done");
  expect(await documentsAt(page, asset.identifier)).toHaveLength(1);
});

test("when four thousand files are dropped, the tray appears within two frames and stays responsive, and all uploads can be cancelled", async ({
  adminPage: page,
}, testInfo) => {
  const folder = testInfo.outputPath("Four thousand");
  await mkdir(folder);
  const pages = files(4000, "sheet");
  await Promise.all(pages.map(({ name, text }) => writeFile(join(folder, name), text)));
  const asset = await createAsset(page);
  await openTilesOf(page, asset.identifier);
  await page.evaluate((label) => {
    const isTrayThere = () => document.querySelector(`section[aria-label="${label}"]`) !== null;
    const look = (frame: number) =>
      requestAnimationFrame(() => {
        if (frame < 2) look(frame + 1);
        else document.body.dataset.trayWithinTwoFrames = String(isTrayThere());
      });
    addEventListener("drop", () => look(1), { capture: true, once: true });
  }, UPLOAD_TRAY_TEXTS.title);
  await dropPathsOn(tileOf(page, asset.name), [folder]);
  await expect(page.locator("body")).toHaveAttribute("data-tray-within-two-frames", "true");

  await expect(traySummary(page)).toHaveText(/of 4,000 done$/);
  await trayButton(page, UPLOAD_TRAY_TEXTS.collapse).click();
  await expect(trayButton(page, UPLOAD_TRAY_TEXTS.cancelAll)).toBeHidden();
  await trayButton(page, UPLOAD_TRAY_TEXTS.expand).click();
  const cancelOne = trayOf(page).getByRole("button", { name: UPLOAD_TRAY_TEXTS.cancelOf("sheet") });
  await cancelOne.last().click();
  await expect(traySummary(page)).toHaveText(/of 3,999 done$/);
  await trayButton(page, UPLOAD_TRAY_TEXTS.cancelAll).click();
  await expect(traySummary(page)).toHaveText(/(uploaded|cancelled)$/);
  await expect
    .poll(async () => {
      const documents = await documentsAt(page, asset.identifier);
      return documents.filter(({ status }) => status === 1);
    })
    .toEqual([]);
});

test("double-clicking Upload or Delete triggers the action only once", async ({
  adminPage: page,
}, testInfo) => {
  const path = testInfo.outputPath("clicked twice.txt");
  await writeFile(path, "twice");
  const asset = await createAsset(page);
  await openAsset(page, asset.identifier);
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: DOCUMENT_TEXTS.uploadFiles }).dblclick();
  await (await choosing).setFiles(path);
  await expectState(page, "clicked twice.txt", "done");
  await expect(documentRow(page, "clicked twice.txt")).toHaveCount(1);

  const row = documentRow(page, "clicked twice.txt");
  // The second click on "Delete" must not close the reasons again, and the second click on a reason must not undo.
  await row.getByRole("button", { name: DOCUMENT_TEXTS.removeOf("clicked twice.txt") }).dblclick();
  const reasons = page.getByRole("dialog", { name: DELETION_TEXTS.title });
  await reasons.getByRole("button", { name: "Duplicate", exact: true }).dblclick();
  await expect(row.getByText(STATUS_TEXTS[8].label, { exact: true })).toBeVisible();
  await expect(page.getByText(DOCUMENT_TEXTS.notRemoved("clicked twice.txt"))).toHaveCount(0);
  const [document, ...others] = await documentsAt(page, asset.identifier);
  expect(others).toEqual([]);
  expect(document).toMatchObject({ status: 8 });
});
