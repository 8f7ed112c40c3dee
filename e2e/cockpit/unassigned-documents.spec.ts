import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { COCKPIT_TEXTS, UNASSIGNED_TEXTS } from "@/components/texts/en/cockpit-texts";
import { ACTION_TEXTS } from "@/components/texts/en/document-page-texts";
import { STATUS_TEXTS } from "@/components/texts/en/status-texts";
import { test } from "../browser-test";
import { faultsOf } from "../page-faults";
import { untilPainted } from "../page-parts";
import { announce, handIn } from "../system-calls";
import { openTilesOf, tileOf, untilLive } from "./cockpit-page";

/** Returns a prefix that no other test's assets have. */
const ownPrefix = () => `OWN-${randomUUID().slice(0, 8)}`;

const search = (page: Page) => page.getByRole("searchbox", { name: COCKPIT_TEXTS.search });
const tileNames = (page: Page) =>
  page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 2 });

test("a document for an unknown identifier appears automatically, and one click creates its asset and tile", async ({
  adminPage: page,
  product,
}) => {
  const identifier = `${ownPrefix()} ünknown`;
  await page.clock.install();
  await page.goto(`/cockpit?${new URLSearchParams({ q: identifier })}`);
  await untilLive(page);
  await handIn(product, identifier, "stray.txt");
  const unassigned = page.getByRole("listitem").filter({ hasText: "stray.txt" });
  await expect(unassigned.getByRole("link", { name: identifier })).toBeVisible();
  await unassigned.getByRole("button", { name: UNASSIGNED_TEXTS.createFor(identifier) }).dblclick();
  const tile = tileOf(page, identifier).filter({ has: page.getByRole("heading", { level: 2 }) });
  await expect(tile.getByTitle("stray.txt")).toBeVisible();
  await expect(page.getByText(UNASSIGNED_TEXTS.createdTitle(identifier))).toBeVisible();
  await expect(page.getByText(UNASSIGNED_TEXTS.notCreated(identifier))).toHaveCount(0);

  const added = tile.getByRole("time");
  await page.clock.fastForward(20_000);
  await expect(added).toHaveText(/^\d\d s ago$/);
  await page.clock.fastForward(200_000);
  await expect(added).toHaveText(/^\d min ago$/);
});

test("creating an asset does not move other rows, and documents can be moved to an existing asset", async ({
  adminPage: page,
  product,
}, testInfo) => {
  const prefix = ownPrefix();
  const [first, second] = [`${prefix}-1`, `${prefix}-2`] as const;
  await handIn(product, first, "one.txt");
  await handIn(product, second, "two.txt");
  await announce(product, second, "never came.txt");
  await openTilesOf(page, prefix);
  const topOf = async () =>
    (await page.getByRole("link", { name: second, exact: true }).boundingBox())?.y;
  const before = await topOf();
  const create = page.getByRole("button", { name: UNASSIGNED_TEXTS.createFor(first) });
  const refreshed = page.waitForResponse(
    async (answer) =>
      answer.url().includes("/api/cockpit/unassigned") && !(await answer.text()).includes(first),
  );
  await create.dblclick();
  await expect(page.getByText(UNASSIGNED_TEXTS.createdTitle(first))).toBeVisible();
  await expect(tileNames(page)).toHaveText([first]);
  await expect(
    page.getByRole("button", { name: UNASSIGNED_TEXTS.editNameOf(first) }),
  ).toBeFocused();
  await refreshed;
  await untilPainted(page);
  expect(await topOf()).toBe(before);
  await page.screenshot({ path: testInfo.outputPath("created.png") });
  expect(await faultsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await search(page).fill(second);
  await expect(page.getByText(UNASSIGNED_TEXTS.createdTitle(first))).toHaveCount(0);
  await search(page).fill(prefix);
  await expect(page.getByText(UNASSIGNED_TEXTS.createdTitle(first))).toBeVisible();
  await expect(search(page)).toBeFocused();

  await page.getByRole("button", { name: UNASSIGNED_TEXTS.moveOf(second) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("searchbox").fill(first);
  await dialog.getByRole("radio", { name: first }).check();
  const release = await holdBackMoves(page);
  await dialog.getByRole("button", { name: ACTION_TEXTS.move, exact: true }).click();
  await expect(dialog.getByText(UNASSIGNED_TEXTS.moving({ moved: 0, total: 1 }))).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole("button", { name: UNASSIGNED_TEXTS.stop })).toBeVisible();
  release();
  await expect(page.getByText(UNASSIGNED_TEXTS.moved(1, first))).toBeVisible();
  await expect(page.getByText(UNASSIGNED_TEXTS.left(1))).toBeVisible();
  await expect(dialog.getByRole("searchbox")).toHaveCount(0);
  await expect(tileOf(page, first).getByTitle(`2 ${STATUS_TEXTS[2].label}`)).toBeVisible();
});

/** Holds back every document move until the returned function is called. */
async function holdBackMoves(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/cockpit/documents/*", async (route) => {
    if (route.request().method() === "PATCH") await released;
    await route.continue();
  });
  return release;
}
