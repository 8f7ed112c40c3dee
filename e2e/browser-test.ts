import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import { signIn } from "./accounts/sign-in-page";
import { type Product, startProduct } from "./product";

/** The cookies of a signed-in user. */
export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Opens an empty page in a new browser in which the administrator is signed in. */
export type OpenAdminPage = (options?: BrowserContextOptions) => Promise<Page>;

interface OfWorker {
  /** The product as `npm start` runs it, started once for all tests. */
  readonly product: Product;
  /**
   * The first administrator's session. It is created only once because the number of sign-in attempts from an address is
   * limited.
   */
  readonly session: Session;
}

interface OfTest {
  /**
   * A page on which the administrator is signed in. The test fails if the page violated its content security policy or
   * threw an error.
   */
  readonly adminPage: Page;
  /** Opens more pages, for tests with several browsers or with a browser that has special options. */
  readonly openAdminPage: OpenAdminPage;
}

/** For the specs that keep transitions and animations (decision 0101). */
export const WITH_MOTION = { contextOptions: { reducedMotion: "no-preference" } } as const;

/** The same as for a test: creating and signing in several users takes more than a minute on two busy cores. */
export const HANGS_AFTER_MS = 180_000;

/** Playwright's `test` with a running product; a path such as `/cockpit` is relative to the product's URL. */
export const test = base.extend<OfTest, OfWorker>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  session: [
    async ({ product, browser }, use) => {
      await use(await makeSession(browser, product));
    },
    { scope: "worker", timeout: HANGS_AFTER_MS },
  ],
  baseURL: async ({ product }, use) => {
    await use(product.url);
  },
  openAdminPage: async ({ browser, session }, use) => {
    const opened: { page: Page; faults: string[] }[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ ...options, storageState: session });
      const page = await context.newPage();
      opened.push({ page, faults: noteFaults(page) });
      return page;
    });
    for (const { page } of opened) await page.context().close();
    expect(opened.flatMap(({ faults }) => faults)).toEqual([]);
  },
  adminPage: async ({ openAdminPage }, use) => {
    await use(await openAdminPage());
  },
});

async function makeSession(browser: Browser, product: Product): Promise<Session> {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await page.goto("/login");
  await signIn(page, product.administrator);
  await page.waitForURL("**/cockpit");
  const session = await context.storageState();
  await context.close();
  return session;
}

/**
 * From now on, collects what the browser blocks because of the page's policy, and errors thrown by the page's scripts.
 */
export function noteFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
  return faults;
}
