import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { COCKPIT_TEXTS, TILE_TEXTS } from "@/components/texts/en/cockpit-texts";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import { UPLOAD_TRAY_TEXTS } from "@/components/texts/en/upload-tray-texts";
import { type AssetTile, assetTile } from "@/lib/http/assets/cockpit-schemas";
import { untilPainted } from "../page-parts";

/** A file to drop in the browser; without a `text`, the file consists of `sizeBytes` zero bytes. */
export interface GivenFile {
  readonly name: string;
  readonly sizeBytes?: number;
  readonly text?: string;
}

/** Creates an asset for one test through the cockpit's own API; the page must be signed in. */
export async function createAsset(
  page: Page,
  values: Partial<Readonly<Record<"name" | "identifier" | "description" | "folder", string>>> = {},
): Promise<AssetTile> {
  const identifier = values.identifier ?? `TEST-${randomUUID().slice(0, 8)}`;
  const data = { name: `Asset ${identifier}`, ...values, identifier };
  const answer = await page.request.post("/api/cockpit/assets", { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return assetTile.parse(await answer.json());
}

/** Opens the tiles and resolves when the page is interactive and live. */
export async function openCockpit(page: Page): Promise<void> {
  await page.goto("/cockpit");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(COCKPIT_TEXTS.title);
  await untilLive(page);
}

/** Opens the documents of an identifier and resolves when the page is interactive and live. */
export async function openAsset(page: Page, identifier: string): Promise<void> {
  await page.goto(`/cockpit/asset?${new URLSearchParams({ identifier })}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await untilLive(page);
}

/**
 * Resolves when the page receives live changes and its content reacts. On a busy machine, React takes over the header long
 * before the content; it then leaves a property at each element.
 */
export async function untilLive(page: Page): Promise<void> {
  await expect(
    page.getByRole("banner").getByText(SHELL_TEXTS.live.live, { exact: true }),
  ).toBeVisible();
  await page.waitForFunction(() => {
    const content = document.querySelector("main h1") ?? document.querySelector("main > *");
    return Object.keys(content ?? {}).some((name) => name.startsWith("__reactFiber$"));
  });
}

/** Opens the cockpit with only the tiles that match a search. */
export async function openTilesOf(page: Page, search: string): Promise<void> {
  await page.goto(`/cockpit?${new URLSearchParams({ q: search })}`);
  await untilLive(page);
}

/** Finds the tile of an asset by its full name. */
export function tileOf(page: Page, name: string): Locator {
  const link = page.getByRole("link", { name, exact: true });
  return page.getByRole("main").getByRole("listitem").filter({ has: link });
}

/** Finds the input behind a tile's button "Upload", which accepts paths on the disk. */
export function fileInputOf(page: Page, name: string): Locator {
  return page.getByLabel(TILE_TEXTS.filesFor(name), { exact: true });
}

/** Finds the tray with the uploads of this tab. */
export function trayOf(page: Page): Locator {
  return page.getByRole("region", { name: UPLOAD_TRAY_TEXTS.title, exact: true }).first();
}

/** Finds the entry of an upload in the tray by part of its name. */
export function trayEntry(page: Page, name: string): Locator {
  return trayOf(page).getByRole("listitem").filter({ hasText: name });
}

/** Finds the row of a document on the page of its asset by its full name. */
export function documentRow(page: Page, name: string): Locator {
  const cell = page.getByRole("rowheader").filter({ hasText: name });
  return page.getByRole("row").filter({ has: cell });
}

/**
 * Drags files onto a tile or any other element, as a mouse would, and drops them on the first element in it that has no
 * children. The page receives what a browser provides for files that are not in a folder.
 */
export async function dropOn(target: Locator, files: readonly GivenFile[]): Promise<void> {
  const innermost = target.locator("*:not(:has(*))").first();
  const dataTransfer = await target.page().evaluateHandle((contents) => {
    const transfer = new DataTransfer();
    for (const { name, sizeBytes = 0, text } of contents) {
      transfer.items.add(new File([text ?? new Uint8Array(sizeBytes)], name));
    }
    return transfer;
  }, files);
  for (const type of ["dragenter", "dragover", "drop"]) {
    await innermost.dispatchEvent(type, { dataTransfer });
  }
}

/** Drags files and folders from the disk, as the operating system does, and drops them. */
export async function dropPathsOn(target: Locator, paths: readonly string[]): Promise<void> {
  // Playwright's own scrolling is content with an edge of the element.
  await target.evaluate((element) =>
    element.scrollIntoView({ block: "center", behavior: "instant" }),
  );
  // Tiles outside the window get their height when they are drawn.
  await untilPainted(target.page());
  const box = await target.boundingBox();
  if (!box) throw new Error("The element to drop the files on is not on the page.");
  await dropPathsAt(target.page(), { x: box.x + box.width / 2, y: box.y + box.height / 2 }, paths);
}

/** Drops the files on the element at a point in the window; `whileOver` runs before the drop. */
export async function dropPathsAt(
  page: Page,
  point: { readonly x: number; readonly y: number },
  paths: readonly string[],
  whileOver: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const send = (type: "dragEnter" | "dragOver" | "drop") =>
    session.send("Input.dispatchDragEvent", { type, ...point, data });
  await send("dragEnter");
  await send("dragOver");
  await whileOver();
  await send("dragOver");
  await send("drop");
  await session.detach();
}
