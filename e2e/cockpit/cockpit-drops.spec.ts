import { writeFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { TILE_TEXTS } from "@/components/texts/en/cockpit-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { UPLOAD_TEXTS } from "@/components/texts/en/upload-texts";
import { UPLOAD_TRAY_TEXTS } from "@/components/texts/en/upload-tray-texts";
import { test } from "../browser-test";
import { faultsOf } from "../page-faults";
import {
  createAsset,
  documentRow,
  dropOn,
  dropPathsAt,
  openAsset,
  openTilesOf,
  tileOf,
  trayOf,
} from "./cockpit-page";
import { documentsAt, expectState, trayButton, traySummary } from "./upload-tray-page";

/** Finds a point where the tray covers a tile. */
async function coveredPoint(page: Page, name: string) {
  const tile = await tileOf(page, name).boundingBox();
  const tray = await trayOf(page).boundingBox();
  if (!tile || !tray) throw new Error("The tile or the tray is not on the page.");
  const x = Math.max(tile.x, tray.x) + 40;
  const top = Math.max(tile.y, tray.y);
  const bottom = Math.min(tile.y + tile.height, tray.y + tray.height);
  expect(bottom - top, "the tray covers a part of the tile").toBeGreaterThan(20);
  return { x, y: (top + bottom) / 2 };
}

test("every drop uploads its files or says why not, even if it is below the content, under the tray or next to a tile", async ({
  adminPage: page,
}, testInfo) => {
  const asset = await createAsset(page);
  const write = async (name: string) => {
    await writeFile(testInfo.outputPath(name), name);
    return [testInfo.outputPath(name)];
  };
  await openAsset(page, asset.identifier);
  const below = { x: 640, y: (page.viewportSize()?.height ?? 0) - 8 };
  await dropPathsAt(page, below, await write("below.txt"), () =>
    expect(page.getByText(DOCUMENT_TEXTS.dropHere(asset.name))).toBeVisible(),
  );
  await expect(page.getByText(DOCUMENT_TEXTS.dropHere(asset.name))).toBeHidden();
  await expect(documentRow(page, "below.txt")).toBeVisible();

  await page.getByRole("link", { name: DOCUMENT_TEXTS.back }).click();
  await openTilesOf(page, asset.identifier);
  await dropOn(tileOf(page, asset.name), [{ name: "on it.txt", text: "on it" }]);
  await expectState(page, "on it.txt", "done");
  await page.setViewportSize({ width: 700, height: 460 });
  await tileOf(page, asset.name).scrollIntoViewIfNeeded();
  const point = await coveredPoint(page, asset.name);
  await page.getByRole("button", { name: TILE_TEXTS.moreFor(asset.name) }).click();
  await page.getByRole("menuitem", { name: TILE_TEXTS.edit, exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await dropPathsAt(page, { x: 350, y: 230 }, await write("on a dialog.txt"));
  await expect(page.getByText(UPLOAD_TEXTS.strayDrop.helpOnDialog).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await dropPathsAt(page, point, await write("under the tray.txt"), () =>
    expect(trayOf(page)).toHaveCSS("pointer-events", "none"),
  );
  await expectState(page, "under the tray.txt", "done");
  await expect(trayOf(page)).toHaveCSS("pointer-events", "auto");
  const names = (await documentsAt(page, asset.identifier)).map(({ name }) => name);
  expect(names.sort()).toEqual(["below.txt", "on it.txt", "under the tray.txt"]);

  await dropPathsAt(page, { x: 300, y: 20 }, await write("stray.txt"));
  await expect(page.getByText(UPLOAD_TEXTS.strayDrop.help).first()).toBeVisible();
  expect(await documentsAt(page, asset.identifier)).toHaveLength(3);
});

test("items that are skipped in a drop are counted and listed immediately, and disappear when finished uploads are cleared", async ({
  adminPage: page,
}, testInfo) => {
  const asset = await createAsset(page);
  await openTilesOf(page, asset.identifier);
  await dropOn(tileOf(page, asset.name), [
    { name: "fine.txt", text: "fine" },
    { name: "empty.txt" },
    { name: ".hidden.txt", text: "hidden" },
  ]);
  const said = UPLOAD_TRAY_TEXTS.andLeftOut(UPLOAD_TRAY_TEXTS.finishedWithFailures(1, 1), 1);
  await expect(traySummary(page)).toHaveText(said);
  await expect(trayOf(page).getByText(UPLOAD_TEXTS.leftOut.hidden)).toBeVisible();
  await page.screenshot({ path: testInfo.outputPath("left-out.png") });
  expect(await faultsOf(page)).toEqual([]);
  await trayButton(page, UPLOAD_TRAY_TEXTS.clearFinished).click();
  await expect(trayOf(page)).toHaveCount(0);
});
