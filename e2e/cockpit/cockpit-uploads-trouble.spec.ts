import { writeFile } from "node:fs/promises";
import { expect, type Page, type TestInfo } from "@playwright/test";
import { formatBytes } from "@/components/texts/en/format";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import { CANCELLED_TEXT, STATUS_TEXTS } from "@/components/texts/en/status-texts";
import { UPLOAD_TEXTS } from "@/components/texts/en/upload-texts";
import { UPLOAD_TRAY_TEXTS } from "@/components/texts/en/upload-tray-texts";
import type { AssetTile } from "@/lib/http/assets/cockpit-schemas";
import { signIn } from "../accounts/sign-in-page";
import { withOldUrl } from "../api/stale-url-proxy";
import { killProcess } from "../kill-process";
import { SIZE_MAX_BYTES, test } from "../network/faulty-network-test";
import {
  createAsset,
  documentRow,
  dropOn,
  fileInputOf,
  openAsset,
  openCockpit,
  tileOf,
  trayEntry,
} from "./cockpit-page";
import {
  documentsAt,
  expectOnItsWay,
  expectState,
  expectUploadedOnce,
  LARGE_BYTES,
  traySummary,
} from "./upload-tray-page";

const { failures } = UPLOAD_TEXTS;
const UPLOADS = /^PUT /;
const RENEWALS = /^POST \/api\/cockpit\/documents\/[^/]+\/upload-url/;

/** Creates an asset for one test, and drops files on its tile. */
async function dropOnNewAsset(page: Page, ...names: readonly string[]): Promise<AssetTile> {
  const asset = await createAsset(page);
  await openCockpit(page);
  const files = names.map((name) => ({ name, sizeBytes: LARGE_BYTES }));
  await dropOn(tileOf(page, asset.name), files);
  return asset;
}

async function writeFiles(testInfo: TestInfo, names: readonly string[]): Promise<string[]> {
  const paths = names.map((name) => testInfo.outputPath(name));
  await Promise.all(paths.map((path) => writeFile(path, Buffer.alloc(LARGE_BYTES, path))));
  return paths;
}

test("an upload that is cancelled halfway stops, and its document shows that it was cancelled", async ({
  adminPage: page,
  proxies,
}) => {
  proxies.toStore.hold(UPLOADS);
  const asset = await dropOnNewAsset(page, "unwanted.bin");
  await expectOnItsWay(page, "unwanted.bin");
  await page.getByRole("button", { name: UPLOAD_TRAY_TEXTS.cancelOf("unwanted.bin") }).click();
  await expectState(page, "unwanted.bin", "cancelled");
  await openAsset(page, asset.identifier);
  const row = documentRow(page, "unwanted.bin");
  await expect(row.getByText(CANCELLED_TEXT.label, { exact: true })).toBeVisible();
  await expect(row.getByText("The upload was cancelled in the cockpit.")).toBeVisible();
  expect(await documentsAt(page, asset.identifier)).toEqual([
    expect.objectContaining({ status: 6, failure: expect.objectContaining({ code: "cancelled" }) }),
  ]);
});

test("a brief loss of connection does no harm, because the upload automatically continues with a new URL", async ({
  adminPage: page,
  proxies: { toApplication, toStore },
}) => {
  toStore.cut(UPLOADS);
  const before = toStore.requests.length;
  const asset = await dropOnNewAsset(page, "shaky.bin");
  await expect.poll(() => toStore.requests.length - before).toBeGreaterThan(3);
  toStore.open();
  await expectUploadedOnce(page, asset, "shaky.bin");
  expect(toApplication.requests.filter((line) => RENEWALS.test(line)).length).toBeGreaterThan(0);
  expect(new Set(toStore.requests.slice(before)).size).toBeGreaterThan(1);
});

test("an upload that loses its connection for a minute fails and says why; clicking Retry twice uploads the file only once", async ({
  adminPage: page,
  proxies: { toStore },
}) => {
  await page.clock.install();
  toStore.cut(UPLOADS);
  const before = toStore.requests.length;
  const asset = await dropOnNewAsset(page, "lost.bin");
  await expect.poll(() => toStore.requests.length - before).toBeGreaterThan(0);
  const { sentence } = failures.connection;
  const entry = trayEntry(page, "lost.bin");
  const isShownNow = () =>
    page.clock.fastForward(61_000).then(() => entry.getByText(sentence).isVisible());
  await expect.poll(isShownNow).toBe(true);
  await openDocuments(page, asset);
  await expect(documentRow(page, "lost.bin").getByText(sentence)).toBeVisible();

  toStore.open();
  await entry.getByRole("button", { name: UPLOAD_TRAY_TEXTS.retryOf("lost.bin") }).dblclick();
  await expectState(page, "lost.bin", "done");
  const documents = await documentsAt(page, asset.identifier);
  expect(documents.map(({ status, failure }) => [status, failure?.code])).toEqual([
    [2, undefined],
    [6, "connection-lost"],
  ]);
});

/** Follows the link, because loading the URL would end the uploads. */
async function openDocuments(page: Page, { name }: AssetTile): Promise<void> {
  await tileOf(page, name).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

test("the upload of a file that changes on disk in the meantime fails with the reason, and does not stop other uploads", async ({
  adminPage: page,
  proxies,
}, testInfo) => {
  const names = ["first.bin", "changed.bin", "third.bin"];
  const paths = await writeFiles(testInfo, names);
  const asset = await createAsset(page);
  await openCockpit(page);
  proxies.toStore.hold(UPLOADS);
  await fileInputOf(page, asset.name).setInputFiles(paths);
  for (const name of names) await expectOnItsWay(page, name);
  await writeFile(testInfo.outputPath("changed.bin"), "something else");
  proxies.toStore.cut(UPLOADS);
  proxies.toStore.open();
  await expect(traySummary(page)).toHaveText(UPLOAD_TRAY_TEXTS.finishedWithFailures(2, 1));
  const { sentence, fix } = failures.unreadable;
  await expect(trayEntry(page, "changed.bin")).toContainText(`${sentence} ${fix}`);
  await openDocuments(page, asset);
  const row = documentRow(page, "changed.bin");
  await expect(row.getByText(STATUS_TEXTS[6].label)).toBeVisible();
  await expect(row.getByText(sentence)).toBeVisible();
});

test("an object store that is killed during an upload restarts soon, and the upload succeeds", async ({
  adminPage: page,
  product,
  proxies,
}) => {
  proxies.toStore.hold(UPLOADS);
  const asset = await dropOnNewAsset(page, "survivor.bin");
  await expectOnItsWay(page, "survivor.bin");
  killProcess(await product.childPid("object-store"));
  proxies.toStore.open();
  await expectUploadedOnce(page, asset, "survivor.bin");
});

test("an expired upload URL is renewed without the user noticing", async ({
  adminPage: page,
  product,
  proxies: { toStore },
}) => {
  const before = toStore.requests.length;
  await page.route("**/api/cockpit/documents", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: withOldUrl(await answer.text(), product.dataDir),
    });
  });
  const asset = await dropOnNewAsset(page, "late.bin");
  await expectState(page, "late.bin", "done");
  const dates = toStore.requests
    .slice(before)
    .filter((line) => UPLOADS.test(line))
    .map((line) => /X-Amz-Date=(\w+)/.exec(line)?.[1]);
  expect(new Set(dates).size).toBe(2);
  expect(await documentsAt(page, asset.identifier)).toHaveLength(1);
});

test("if the session ends during an upload, the user is asked to sign in on the same page, and the upload continues", async ({
  adminPage: page,
  product,
  proxies,
}) => {
  proxies.toStore.hold(UPLOADS);
  const asset = await dropOnNewAsset(page, "patient.bin");
  await expectOnItsWay(page, "patient.bin");
  await page.context().clearCookies();
  proxies.toStore.open();
  const dialog = page.getByRole("dialog", { name: SHELL_TEXTS.sessionEnded.title });
  await expect(dialog).toBeVisible();
  await signIn(page, product.administrator);
  await expect(dialog).toBeHidden();
  await expectUploadedOnce(page, asset, "patient.bin");
  await expect(page).toHaveURL("/cockpit");
});

test("empty and too large files are rejected with an explanation, create no documents, and do not stop the others", async ({
  adminPage: page,
}) => {
  const asset = await createAsset(page);
  await openCockpit(page);
  await dropOn(tileOf(page, asset.name), [
    { name: "empty.txt" },
    { name: "too large.bin", sizeBytes: SIZE_MAX_BYTES + 1 },
    { name: "fine.txt", text: "fine" },
    { name: "as large as can be.bin", sizeBytes: SIZE_MAX_BYTES },
  ]);
  await expect(traySummary(page)).toHaveText(UPLOAD_TRAY_TEXTS.finishedWithFailures(2, 2));
  await expect(trayEntry(page, "empty.txt")).toContainText(failures.empty.sentence);
  const { sentence } = failures.tooLarge(
    formatBytes(SIZE_MAX_BYTES + 1),
    formatBytes(SIZE_MAX_BYTES),
  );
  await expect(trayEntry(page, "too large.bin")).toContainText(sentence);
  expect((await documentsAt(page, asset.identifier)).map(({ name }) => name).sort()).toEqual([
    "as large as can be.bin",
    "fine.txt",
  ]);
});
