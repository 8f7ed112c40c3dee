import { expect, type Locator, type Page } from "@playwright/test";
import { UPLOAD_TRAY_TEXTS } from "@/components/texts/en/upload-tray-texts";
import type { AssetTile } from "@/lib/http/assets/cockpit-schemas";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { documentRows } from "@/lib/http/documents/document-list-schemas";
import type { Product } from "../product";
import { trayEntry, trayOf } from "./cockpit-page";

const { states } = UPLOAD_TRAY_TEXTS;

/** Finds the line in the tray that summarises all uploads. */
export function traySummary(page: Page): Locator {
  return trayOf(page).getByRole("status").first();
}

/** Finds a button of the tray that applies to all uploads. */
export function trayButton(page: Page, label: string): Locator {
  return trayOf(page).getByRole("button", { name: label, exact: true });
}

/** Resolves when an upload in the tray reaches a state. */
export async function expectState(
  page: Page,
  name: string,
  state: keyof typeof states,
): Promise<void> {
  await expect(trayEntry(page, name).getByText(states[state], { exact: true })).toBeVisible();
}

/** Resolves when a file is partly uploaded. */
export async function expectOnItsWay(page: Page, name: string): Promise<void> {
  const bar = trayEntry(page, name).getByRole("progressbar");
  await expect(bar).toHaveAttribute("aria-valuenow", /^[1-9]\d?$/);
}

/** Returns the newest 200 documents with an identifier, from the cockpit's own API; the page must be signed in. */
export async function documentsAt(page: Page, assetIdentifier: string): Promise<DocumentRow[]> {
  const query = new URLSearchParams({ assetIdentifier, limit: "200" });
  const answer = await page.request.get(`/api/cockpit/documents?${query}`);
  expect(answer.status()).toBe(200);
  return documentRows.parse(await answer.json()).items;
}

/** A size that is larger than what the network buffers between two processes can hold while nothing is read. */
export const LARGE_BYTES = 24_000_000;

/** Resolves when a large file has been uploaded and is the only document of its asset. */
export async function expectUploadedOnce(
  page: Page,
  { identifier }: AssetTile,
  name: string,
): Promise<void> {
  await expectState(page, name, "done");
  expect(await documentsAt(page, identifier)).toEqual([
    expect.objectContaining({ name, status: 2, size: LARGE_BYTES }),
  ]);
}

/** Returns the documents with an identifier, as another system reads them. */
export async function documentsForSystems(
  { url, apiKey }: Product,
  assetIdentifier: string,
): Promise<{ uuid: string; name: string; status: number }[]> {
  const query = new URLSearchParams({ assetIdentifier, limit: "1000" });
  const answer = await fetch(`${url}/external-api/staged-documents?${query}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { items } = await answer.json();
  return items;
}
