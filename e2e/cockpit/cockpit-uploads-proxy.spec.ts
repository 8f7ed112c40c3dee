import { expect, type Page } from "@playwright/test";
import { UPLOAD_TEXTS } from "@/components/texts/en/upload-texts";
import { UPLOAD_TRAY_TEXTS } from "@/components/texts/en/upload-tray-texts";
import type { AssetTile } from "@/lib/http/assets/cockpit-schemas";
import { test } from "../network/faulty-network-test";
import { createAsset, dropOn, openCockpit, tileOf, trayEntry, trayOf } from "./cockpit-page";
import { documentsAt, expectState, traySummary } from "./upload-tray-page";

const { failures } = UPLOAD_TEXTS;
const UPLOADS = /^PUT /;
const CREATIONS = /^POST \/api\/cockpit\/documents$/;
/** The default size limit of nginx. */
const LIMIT_BYTES = 1_048_576;

async function drop(page: Page, files: Readonly<Record<string, number>>): Promise<AssetTile> {
  const asset = await createAsset(page);
  await openCockpit(page);
  const list = Object.entries(files).map(([name, sizeBytes]) => ({ name, sizeBytes }));
  await dropOn(tileOf(page, asset.name), list);
  return asset;
}

test("if the browser cannot read a proxy's 413, the proxy's size limit is named as the likely cause, and only for files that are too large", async ({
  adminPage: page,
  proxies: { toStore },
}) => {
  await page.clock.install();
  toStore.refuse(UPLOADS, { status: 413, aboveBytes: LIMIT_BYTES });
  const before = toStore.requests.length;
  const asset = await drop(page, { "small.pdf": 40_000, "large.pdf": 1_200_000 });
  await expectState(page, "small.pdf", "done");
  const { sentence, fix } = failures.proxyLimitLikely;
  const entry = trayEntry(page, "large.pdf");
  const textNow = () => page.clock.fastForward(9_000).then(() => entry.textContent());
  await expect.poll(textNow).toContain(`${sentence} ${fix}`);
  expect(toStore.requests.length - before).toBeGreaterThan(4);

  toStore.open();
  await entry.getByRole("button", { name: UPLOAD_TRAY_TEXTS.retryOf("large.pdf") }).click();
  await expectState(page, "large.pdf", "done");
  const documents = await documentsAt(page, asset.identifier);
  expect(documents.map(({ status, size }) => [status, size]).sort()).toEqual([
    [2, 1_200_000],
    [2, 40_000],
    [6, null],
  ]);
});

test("if the browser can read a proxy's 413, the proxy's size limit is reported immediately, and nothing is sent again", async ({
  adminPage: page,
  proxies: { toStore },
}) => {
  const headers = { "access-control-allow-origin": "*" };
  toStore.refuse(UPLOADS, { status: 413, aboveBytes: LIMIT_BYTES, headers });
  const before = toStore.requests.length;
  await drop(page, { "large.pdf": 1_200_000 });
  const { sentence, fix } = failures.proxyLimit;
  await expect(trayEntry(page, "large.pdf")).toContainText(`${sentence} ${fix}`);
  const sent = toStore.requests.slice(before).filter((line) => UPLOADS.test(line));
  expect(sent).toHaveLength(1);
});

test("a 429 during a large drop shows a countdown in seconds, and then the uploads continue", async ({
  adminPage: page,
  proxies: { toApplication },
}) => {
  const names = Array.from({ length: 30 }, (_, n) => `${n}.pdf`);
  toApplication.refuse(CREATIONS, { status: 429, headers: { "retry-after": "4" } });
  const before = toApplication.requests.length;
  const asset = await drop(page, Object.fromEntries(names.map((name) => [name, 1_000])));
  const { title, help } = UPLOAD_TRAY_TEXTS.rateLimitedNotice;
  await expect(trayOf(page).getByText(title)).toBeVisible();
  await expect(traySummary(page)).toHaveText(UPLOAD_TRAY_TEXTS.rateLimited(3, 0, 30));
  await expect(trayOf(page).getByText(help(2))).toBeVisible();
  const creations = toApplication.requests.slice(before).filter((line) => CREATIONS.test(line));
  expect(creations.length).toBeLessThanOrEqual(8);
  toApplication.open();
  await expect(traySummary(page)).toHaveText(UPLOAD_TRAY_TEXTS.finished(30));
  expect(await documentsAt(page, asset.identifier)).toHaveLength(30);
});
