import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { createStagedoorClient } from "@/lib/client/stagedoor-client";
import type { Product } from "../product";

/** Uploads a file as an external system would, and opens its page. */
export async function openDocument(
  { page, product }: { page: Page; product: Product },
  { name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> | string },
): Promise<string> {
  const { url, apiKey } = product;
  const client = createStagedoorClient({ url, apiKey });
  const record = await client.handIn(new Blob([bytes]), { assetIdentifier: "PREVIEW-1", name });
  await page.goto(`/documents/${record.uuid}`);
  return record.uuid;
}

/** Reads a file in the folder of these tests. */
export const fixture = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(fileURLToPath(new URL(name, import.meta.url))));

/** Finds one page of the document, counted from 1. */
export const sheetOf = (page: Page, number: number): Locator =>
  page.locator(`section[data-page="${number}"]`);

/** Resolves when the page has been drawn. */
export const untilDrawn = (page: Page, number: number): Promise<void> =>
  sheetOf(page, number).locator("canvas").waitFor();

/** Reads the colour of a page's image at a point (0 to 1 in both directions), as `red,green,blue`. */
export const colourAt = (page: Page, number: number, x: number, y: number): Promise<string> =>
  sheetOf(page, number)
    .locator("canvas")
    .evaluate(
      (canvas: HTMLCanvasElement, at) => {
        const { width, height } = canvas;
        const data = canvas
          .getContext("2d")
          ?.getImageData(Math.floor(at.x * width), Math.floor(at.y * height), 1, 1).data;
        return [...(data ?? [])].slice(0, 3).join(",");
      },
      { x, y },
    );
