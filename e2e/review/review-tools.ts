import { expect, type Page } from "@playwright/test";
import { untilLive } from "../cockpit/cockpit-page";
import { arrangeInvoice } from "../documents/document-tools";
import type { Product } from "../product";

/** Creates invoices that wait for review at one new asset. @returns the asset and the documents, oldest first */
export async function arrangeQueue(product: Product, count: number) {
  const first = await arrangeInvoice(product, { name: "Invoice 1.pdf" });
  const { client, assetIdentifier } = first;
  const uuids = [first.uuid];
  for (let n = 2; n <= count; n += 1) {
    const name = `Invoice ${n}.pdf`;
    uuids.push((await arrangeInvoice(product, { assetIdentifier, name })).uuid);
  }
  return { client, assetIdentifier, uuids };
}

/** Opens the queue of one asset and resolves when it is live. */
export async function openQueue(page: Page, assetIdentifier: string): Promise<void> {
  await page.goto(`/review?asset=${assetIdentifier}`);
  await untilLive(page);
}

/** Resolves when the document with this name is on the screen; the one that is drawn ahead is hidden. */
export const untilShown = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole("article")).toHaveAccessibleName(name);

/** Creates invoices that wait for review, and opens their queue with the first one on the screen. */
export async function startReview(page: Page, product: Product, count: number) {
  const queue = await arrangeQueue(product, count);
  await openQueue(page, queue.assetIdentifier);
  await untilShown(page, "Invoice 1.pdf");
  return queue;
}
