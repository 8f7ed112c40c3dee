import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { Client } from "pg";
import { COCKPIT_TEXTS } from "@/components/texts/en/cockpit-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import { test } from "../browser-test";
import { faultsOf } from "../page-faults";
import { holdScripts } from "../page-parts";
import type { Product } from "../product";
import { handIn } from "../system-calls";
import { openCockpit, tileOf, untilLive } from "./cockpit-page";

const COUNT = 3000;
const PAGE_SIZE = 60;
const FIRST_OF_SECOND_PAGE = "Depot 0061";

/** Adds thousands of assets only while `use` runs, because they would push other tests' assets off the first page. */
async function withThousands(product: Product, use: () => Promise<void>): Promise<void> {
  const notes = await readFile(join(product.dataDir, "application.env.json"), "utf8");
  const database = new Client(JSON.parse(notes).settings.DATABASE_URL);
  await database.connect();
  try {
    await database.query(
      `INSERT INTO asset (id, identifier, name, description, created_at, updated_at)
       SELECT gen_random_uuid(), 'SCALE-' || n, 'Depot ' || lpad(n::text, 4, '0'), 'Rack ' || n, now(), now()
       FROM generate_series(1, $1::int) AS n`,
      [COUNT],
    );
    await use();
  } finally {
    await database.query("DELETE FROM asset WHERE identifier LIKE 'SCALE-%'");
    await database.end();
  }
}

test("going back to the cockpit returns to the same tiles, while its link in the navigation leads to the top", async ({
  adminPage: page,
  product,
}) => {
  await withThousands(product, async () => {
    await page.goto("/cockpit?q=depot&order=name");
    await untilLive(page);
    for (let end = PAGE_SIZE; end <= 10 * PAGE_SIZE; end += PAGE_SIZE) {
      await tiles(page).last().scrollIntoViewIfNeeded();
      await expect(tileOf(page, depot(end + 1))).toHaveCount(1);
    }
    const name = depot(10 * PAGE_SIZE + 1);
    const shown = tileOf(page, name);
    const top = async () => (await shown.boundingBox())?.y ?? Number.NaN;
    await shown.scrollIntoViewIfNeeded();
    const open = async () => {
      await shown.getByRole("link").first().click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
    };
    const ways = [
      async () => open().then(() => page.goBack()),
      async () => open().then(() => page.getByRole("link", { name: DOCUMENT_TEXTS.back }).click()),
      () => page.reload(),
    ];
    for (const leaveAndReturn of ways) {
      const before = await top();
      await leaveAndReturn();
      await expect(shown).toBeInViewport();
      await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(50);
    }
    await open();
    await page.getByRole("banner").getByRole("link", { name: SHELL_TEXTS.cockpit }).click();
    // Unassigned documents of other tests may fill the first screen, so the top is not known by its tiles.
    const title = { level: 1, name: COCKPIT_TEXTS.title } as const;
    await expect(page.getByRole("heading", title)).toBeInViewport({ ratio: 1 });
    // Next.js does not scroll if the top of the new page is visible, so a few pixels of the page before may remain.
    expect(await page.evaluate(() => window.scrollY)).toBeLessThan(50);
    expect(await faultsOf(page)).toEqual([]);
  });
});

test("a page that was scrolled before its scripts ran stays where it is", async ({
  adminPage: page,
  product,
}) => {
  await withThousands(product, async () => {
    const release = await holdScripts(page);
    await page.goto("/cockpit?q=depot&order=name", { waitUntil: "commit" });
    await tileOf(page, depot(PAGE_SIZE)).waitFor({ state: "attached" });
    await page.evaluate(() => window.scrollTo(0, 600));
    await release();
    await untilLive(page);
    expect(await page.evaluate(() => window.scrollY)).toBe(600);
  });
});

const depot = (number: number) => `Depot ${String(number).padStart(4, "0")}`;

const tiles = (page: Page) =>
  page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 2 });

test("with thousands of assets, only the first tiles are loaded, scrolling loads more, and a search finds a single asset", async ({
  adminPage: page,
  product,
}) => {
  await withThousands(product, async () => {
    await openCockpit(page);
    const search = page.getByRole("searchbox", { name: COCKPIT_TEXTS.search });
    await search.fill("depot");
    await page.getByLabel(COCKPIT_TEXTS.orderLabel).selectOption("name");
    await expect(page.getByText(COCKPIT_TEXTS.counts.found(COUNT))).toBeVisible();
    await expect(tiles(page).first()).toHaveText("Depot 0001");
    await expect(tiles(page)).toHaveCount(PAGE_SIZE);

    await page.setViewportSize({ width: 1920, height: 1080 });
    const tops = () =>
      tiles(page).evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().top));
    const columns = async () => (await tops()).filter((top, _, [first]) => top === first).length;
    await expect.poll(columns).toBe(5);
    await tiles(page).last().scrollIntoViewIfNeeded();
    await expect(tileOf(page, FIRST_OF_SECOND_PAGE)).toHaveCount(1);
    await tiles(page).last().scrollIntoViewIfNeeded();
    await expect(tileOf(page, "Depot 0121")).toHaveCount(1);

    // Tiles scrolled out of view are removed from the page, and reappear when the page is scrolled back.
    for (let end = 180; end <= 900; end += PAGE_SIZE) {
      await tiles(page).last().scrollIntoViewIfNeeded();
      await expect(tileOf(page, `Depot ${String(end + 1).padStart(4, "0")}`)).toHaveCount(1);
    }
    await expect.poll(() => tiles(page).count()).toBeLessThan(6 * PAGE_SIZE);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(tileOf(page, "Depot 0001")).toBeInViewport();
    await tileOf(page, "Depot 0060").scrollIntoViewIfNeeded();
    await expect(tileOf(page, FIRST_OF_SECOND_PAGE)).toHaveCount(1);

    await search.fill("rack 2718");
    await expect(tiles(page)).toHaveText(["Depot 2718"]);
    await handIn(product, "SCALE-2718", "found.txt");
    await expect(tileOf(page, "Depot 2718").getByTitle("found.txt")).toBeVisible();
    await page.goto("/cockpit");
    await expect(tiles(page).first()).toHaveText("Depot 2718");
  });
});
