import { writeFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { UPLOAD_TRAY_TEXTS } from "@/components/texts/en/upload-tray-texts";
import { test } from "../network/faulty-network-test";
import { faultsOf } from "../page-faults";
import {
  createAsset,
  documentRow,
  dropPathsOn,
  fileInputOf,
  openCockpit,
  tileOf,
  trayOf,
  untilLive,
} from "./cockpit-page";
import {
  documentsAt,
  expectOnItsWay,
  expectState,
  expectUploadedOnce,
  LARGE_BYTES,
  trayButton,
  traySummary,
} from "./upload-tray-page";

const UPLOADS = /^PUT /;

/** Six files, four of which are sent at a time. */
const NAMES = ["1.bin", "2.bin", "3.bin", "4.bin", "5.bin", "6.bin"];

/** Selects large files for a new asset and resolves once the maximum number of uploads is running. */
async function chooseFiles(page: Page, paths: readonly string[]) {
  await Promise.all(paths.map((path) => writeFile(path, Buffer.alloc(LARGE_BYTES, path))));
  const asset = await createAsset(page);
  await openCockpit(page);
  await fileInputOf(page, asset.name).setInputFiles([...paths]);
  await expectOnItsWay(page, "1.bin");
  return asset;
}

test("an upload continues while the user moves to other pages, back and forward", async ({
  adminPage: page,
  proxies,
}, testInfo) => {
  proxies.toStore.hold(UPLOADS);
  const asset = await chooseFiles(page, [testInfo.outputPath("1.bin")]);
  await tileOf(page, asset.name).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: asset.name })).toBeVisible();
  const row = documentRow(page, "1.bin");
  await expect(row.getByText(/^Uploading \d+%$/)).toBeVisible();
  await expect(row.getByText(DOCUMENT_TEXTS.expires)).toHaveCount(0);
  await page.goBack();
  await expect(tileOf(page, asset.name)).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1, name: asset.name })).toBeVisible();
  await expectOnItsWay(page, "1.bin");
  proxies.toStore.open();
  await expectUploadedOnce(page, asset, "1.bin");
});

test("leaving the site asks for confirmation during an upload, but not after it", async ({
  adminPage: page,
  proxies,
}, testInfo) => {
  proxies.toStore.hold(UPLOADS);
  await chooseFiles(page, [testInfo.outputPath("1.bin")]);
  await trayButton(page, UPLOAD_TRAY_TEXTS.collapse).click();
  await trayButton(page, UPLOAD_TRAY_TEXTS.expand).click();
  const warning = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await warning;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  proxies.toStore.open();
  await expectState(page, "1.bin", "done");
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});

test("after a reload, running uploads are reported as incomplete, and selecting the same files completes the same documents", async ({
  adminPage: page,
  proxies,
}, testInfo) => {
  proxies.toStore.hold(UPLOADS);
  const paths = NAMES.map((name) => testInfo.outputPath(name));
  const asset = await chooseFiles(page, paths);
  await expect.poll(async () => (await documentsAt(page, asset.identifier)).length).toBe(4);
  const begun = await documentsAt(page, asset.identifier);
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  const { interruptedNotice: texts } = UPLOAD_TRAY_TEXTS;
  await expect(trayOf(page).getByText(texts.title(6))).toBeVisible();
  for (const name of NAMES) await expectState(page, name, "interrupted");

  proxies.toStore.open();
  const choosing = page.waitForEvent("filechooser");
  await trayButton(page, texts.chooseFiles).click();
  await (await choosing).setFiles(paths);
  await expect(traySummary(page)).toHaveText(UPLOAD_TRAY_TEXTS.finished(6));
  const finished = await documentsAt(page, asset.identifier);
  expect(finished.map(({ name, status }) => [name, status]).sort()).toEqual(
    NAMES.map((name) => [name, 2]),
  );
  const uuids = finished.map(({ uuid }) => uuid);
  expect(uuids).toEqual(expect.arrayContaining(begun.map(({ uuid }) => uuid)));
});

test("after a reload, a file dropped on its tile again continues its upload, and a changed one is asked about", async ({
  adminPage: page,
  proxies,
}, testInfo) => {
  proxies.toStore.hold(UPLOADS);
  const paths = ["1.bin", "2.bin"].map((name) => testInfo.outputPath(name));
  const [same = "", changed = ""] = paths;
  const asset = await chooseFiles(page, paths);
  await expect.poll(async () => (await documentsAt(page, asset.identifier)).length).toBe(2);
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  for (const name of ["1.bin", "2.bin"]) await expectState(page, name, "interrupted");

  proxies.toStore.open();
  await untilLive(page);
  await dropPathsOn(tileOf(page, asset.name), [same]);
  await expectState(page, "1.bin", "done");
  await writeFile(changed, "shorter");
  await fileInputOf(page, asset.name).setInputFiles([changed]);
  const { sameNames: texts } = UPLOAD_TRAY_TEXTS;
  await expect(trayOf(page).getByText(texts.title(1, "2.bin"))).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await trayButton(page, texts.continue(1)).click();
  await expectState(page, "2.bin", "done");
  const finished = await documentsAt(page, asset.identifier);
  expect(finished.map(({ name, status, size }) => [name, status, size]).sort()).toEqual([
    ["1.bin", 2, LARGE_BYTES],
    ["2.bin", 2, "shorter".length],
  ]);
});
