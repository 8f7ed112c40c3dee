import { randomUUID } from "node:crypto";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { type Credentials, createUser, signIn } from "@/e2e/accounts/sign-in-page";
import { settingsOf } from "@/e2e/delivery/second-application";
import { type Product, startProduct } from "@/e2e/product";
import { createDatabase, type Database } from "@/lib/adapters/postgres/core/database";
import playwright from "@/playwright.config";
import type { BenchSurroundings } from "../report/report";
import { type CockpitSize, fillDatabase } from "./fill-database";

/** The product as `npm start` runs it, filled with assets and documents, and with a signed-in user. */
export interface Cockpit {
  readonly product: Product;
  readonly port: number;
  readonly database: Database;
  readonly postgresVersion: string;
  readonly browser: Browser;
  readonly session: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /** The session cookie as a header value. */
  readonly cookie: string;
  /** Signs another user in and resolves with their session cookie. */
  readonly signInAnother: () => Promise<string>;
}

/**
 * Starts the product and a browser, resolves with the result of `work`, and stops them. The ports are free ones, and the
 * data is in a temporary folder.
 */
export async function withCockpit<Result>(
  size: CockpitSize,
  { signal, say }: Pick<BenchSurroundings, "signal" | "say">,
  work: (cockpit: Cockpit) => Promise<Result>,
): Promise<Result> {
  const endings: (() => Promise<unknown>)[] = [];
  try {
    say("Building the product if needed and starting it…");
    const product = await startProduct();
    endings.push(() => product.stop());
    const { DATABASE_URL = "" } = await settingsOf(product);
    const database = createDatabase(DATABASE_URL, { onIdleError: () => undefined });
    endings.push(() => database.close());
    signal.throwIfAborted();
    say(`Inserting ${size.assets} assets and ${size.documents} documents…`);
    await fillDatabase(DATABASE_URL, size);
    const browser = await chromium.launch(playwright.use?.launchOptions);
    endings.push(() => browser.close());
    const session = await makeSession(browser, product, product.administrator);
    const cookie = cookieOf(session);
    const signInAnother = async () => {
      const user = await createUser(product, `reader-${randomUUID()}`, "reader");
      return cookieOf(await makeSession(browser, product, user));
    };
    const port = Number(new URL(product.url).port);
    const version = await database.pool.query<{ version: string }>(
      "SELECT split_part(current_setting('server_version'), ' ', 1) AS version",
    );
    const postgresVersion = version.rows[0]?.version ?? "";
    return await work({
      product,
      port,
      database,
      postgresVersion,
      browser,
      session,
      cookie,
      signInAnother,
    });
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

const cookieOf = ({ cookies }: Cockpit["session"]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

async function makeSession(browser: Browser, { url }: Product, user: Credentials) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto("/login");
  await signIn(page, user);
  await page.waitForURL("**/cockpit");
  const session = await context.storageState();
  await context.close();
  return session;
}
