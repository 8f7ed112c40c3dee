import { randomUUID } from "node:crypto";
import { chromium, type Page } from "@playwright/test";
import { createUser } from "@/e2e/accounts/sign-in-page";
import { openCockpit } from "@/e2e/cockpit/cockpit-page";
import { settingsOf } from "@/e2e/delivery/second-application";
import { startProduct } from "@/e2e/product";
import { createDatabase } from "@/lib/adapters/postgres/core/database";
import playwright from "@/playwright.config";
import { makeSession, type Session } from "../load/start";
import type { BenchSurroundings } from "../report/report";
import { type CockpitSize, fillDatabase } from "./fill-database";

/** Starts the product, fills it with assets and documents, and signs a user in. */
export async function startCockpit(
  size: CockpitSize,
  { signal, say, addEnding }: BenchSurroundings,
) {
  say("Building the product if needed and starting it…");
  const product = await startProduct();
  addEnding(product.stop);
  const { DATABASE_URL = "" } = await settingsOf(product);
  const database = createDatabase(DATABASE_URL, { onIdleError: () => undefined });
  addEnding(database.close);
  signal.throwIfAborted();
  say(`Inserting ${size.assets} assets and ${size.documents} documents…`);
  await fillDatabase(DATABASE_URL, size);
  const browser = await chromium.launch(playwright.use?.launchOptions);
  addEnding(() => browser.close());
  const session = await makeSession(browser, product, product.administrator);
  const { rows } = await database.pool.query<{ version: string }>(
    "SELECT split_part(current_setting('server_version'), ' ', 1) AS version",
  );
  return {
    product,
    port: Number(new URL(product.url).port),
    database,
    postgresVersion: rows[0]?.version ?? "",
    browser,
    session,
    /** The session cookie as a header value. */
    cookie: cookieOf(session),
    /** Signs another user in and resolves with their session cookie. */
    signInAnother: async () => {
      const user = await createUser(product, `reader-${randomUUID()}`, "reader");
      return cookieOf(await makeSession(browser, product, user));
    },
  };
}

/** The running product, and access to it. */
export type Cockpit = Awaited<ReturnType<typeof startCockpit>>;

const cookieOf = ({ cookies }: Session) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** Runs the work in a new browser window in which the cockpit is open and live. */
export async function inPage<Result>(
  { browser, session, product }: Cockpit,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ baseURL: product.url, storageState: session });
  try {
    // The TypeScript loader keeps the names of functions with this helper, also of those that run in the page.
    await context.addInitScript("globalThis.__name = (named) => named;");
    const page = await context.newPage();
    await openCockpit(page);
    return await work(page);
  } finally {
    await context.close();
  }
}
