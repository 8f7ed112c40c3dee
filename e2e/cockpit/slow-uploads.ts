import { expect, type Page } from "@playwright/test";
import { UPLOAD_TRAY_TEXTS } from "@/components/texts/en/upload-tray-texts";
import { dropOn, tileOf, trayEntry, trayOf } from "./cockpit-page";

const KILOBYTE = 1_000;

/** From now on, limits the page's upload speed, as on a slow connection. */
async function slowUploads(page: Page, kilobytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: kilobytesPerSecond * KILOBYTE,
  });
}

/** Fills the tray of an open cockpit with finished uploads, a failed one and several running ones. */
export async function fillTray(page: Page, assetName: string): Promise<void> {
  const tile = tileOf(page, assetName);
  await dropOn(tile, [
    { name: "Site plan.pdf", sizeBytes: 40 * KILOBYTE },
    { name: "Empty scan.pdf", sizeBytes: 0 },
  ]);
  await expect(trayOf(page)).toContainText(UPLOAD_TRAY_TEXTS.finishedWithFailures(1, 1));
  await slowUploads(page, 900);
  await dropOn(tile, [
    { name: "Facade photographs.zip", sizeBytes: 24_000 * KILOBYTE },
    { name: "Load tests hall 2.pdf", sizeBytes: 9_000 * KILOBYTE },
    { name: "Tender documents.docx", sizeBytes: 14_000 * KILOBYTE },
  ]);
  await expect(trayEntry(page, "Facade photographs.zip")).toContainText("/s");
}
