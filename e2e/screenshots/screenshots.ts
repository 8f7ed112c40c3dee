import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import playwright from "../../playwright.config";
import { signIn } from "../accounts/sign-in-page";
import { type Product, startProduct } from "../product";
import { receiverOf } from "../receiver-of";
import { SHOTS } from "./screenshots-list";
import type { Shot } from "./shot";

const DIRECTORY = fileURLToPath(new URL("../../docs/screenshots", import.meta.url));
const DIRECTORY_BYTES_MAX = 5_000_000;

/** Takes a screenshot of every page for `docs/screenshots/`, from its own product with a few days of work in it. */
async function main(): Promise<void> {
  const product = await startProduct();
  const browser = await chromium.launch(playwright.use?.launchOptions ?? {});
  const receiver = await receiverOf(product);
  try {
    await rm(DIRECTORY, { recursive: true, force: true });
    await mkdir(DIRECTORY, { recursive: true });
    const session = await makeSession(browser, product);
    for (const shot of SHOTS) {
      const page = await openPage(browser, product, shot, session);
      await shot.arrange({ page, product, receiver });
      // The connection state is found by its text, because the header has no role while a dialog is open.
      if (!shot.isPublic) await page.getByText(SHELL_TEXTS.live.live, { exact: true }).waitFor();
      await take(page, shot);
      await page.context().close();
      process.stdout.write(`${shot.file}\n`);
    }
    await assertSmall();
  } finally {
    await receiver.control.close();
    await browser.close();
    await product.stop();
  }
}

async function makeSession(browser: Browser, { url, administrator }: Product) {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await page.goto("/login");
  await signIn(page, administrator);
  await page.waitForURL("**/cockpit");
  const session = await page.context().storageState();
  await page.context().close();
  return session;
}

async function openPage(
  browser: Browser,
  { url }: Product,
  { look = "light", width = 1280, height = 800, isPublic = false }: Shot,
  session: Awaited<ReturnType<typeof makeSession>>,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: look,
    locale: "en-GB",
    timezoneId: "Europe/Zurich",
    reducedMotion: "reduce",
    ...(isPublic ? {} : { storageState: session }),
  });
  return context.newPage();
}

async function take(page: Page, { file, isWhole = false }: Shot): Promise<void> {
  const path = join(DIRECTORY, `${file}.png`);
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await page.screenshot({ path, fullPage: isWhole, animations: "disabled", caret: "hide" });
}

async function assertSmall(): Promise<void> {
  const files = await readdir(DIRECTORY);
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(DIRECTORY, file))).size),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  process.stdout.write(`${files.length} pictures, ${(bytes / 1_000_000).toFixed(1)} MB\n`);
  if (bytes > DIRECTORY_BYTES_MAX) throw new Error("The pictures are too large for a repository.");
}

await main();
