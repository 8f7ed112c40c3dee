import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import { type Product, startProduct } from "./product";
import { signIn } from "./sign-in-page";

/** The cookies of somebody who is signed in. */
export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Opens an empty page of a browser of its own, in which the administrator is signed in. */
export type OpenAdminPage = (options?: BrowserContextOptions) => Promise<Page>;

interface OfWorker {
  /** Running as after `npm start`, started once for all tests. */
  readonly product: Product;
  /** Of the first administrator, who signed in once: tries are counted by address. */
  readonly session: Session;
}

interface OfTest {
  /** A page on which the administrator is signed in; it fails the test when the page broke its policy or threw. */
  readonly adminPage: Page;
  /** For tests with several browsers, or with one that is made differently. */
  readonly openAdminPage: OpenAdminPage;
}

/** Playwright's `test` with the product; paths such as `/cockpit` are the product's. */
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
    { scope: "worker", timeout: 60_000 },
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

/** What the browser refused of a page for its policy, and what its scripts threw, from now on. */
export function noteFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
  return faults;
}
