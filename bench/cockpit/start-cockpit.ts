import { randomUUID } from "node:crypto";
import { type Browser, chromium, type Page } from "@playwright/test";
import { createUser } from "@/e2e/accounts/sign-in-page";
import { openCockpit } from "@/e2e/cockpit/cockpit-page";
import { settingsOf } from "@/e2e/delivery/second-application";
import { type Product, startProduct } from "@/e2e/product";
import { createDatabase, type Database } from "@/lib/adapters/postgres/core/database";
import playwright from "@/playwright.config";
import { makeSession, type Session, withEndings } from "../load/start";
import type { BenchSurroundings } from "../report/report";
import { type CockpitSize, fillDatabase } from "./fill-database";

/** The product as `npm start` runs it, filled with assets and documents, and with a signed-in user. */
export interface Cockpit {
  readonly product: Product;
  readonly port: number;
  readonly database: Database;
  readonly postgresVersion: string;
  readonly browser: Browser;
  readonly session: Session;
  /** The session cookie as a header value. */
  readonly cookie: string;
  /** Signs another user in and resolves with their session cookie. */
  readonly signInAnother: () => Promise<string>;
}

/** Starts the product and a browser, resolves with the result of `work`, and stops them. */
export function withCockpit<Result>(
  size: CockpitSize,
  { signal, say }: Pick<BenchSurroundings, "signal" | "say">,
  work: (cockpit: Cockpit) => Promise<Result>,
): Promise<Result> {
  return withEndings(async (addEnding) => {
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
    const signInAnother = async () => {
      const user = await createUser(product, `reader-${randomUUID()}`, "reader");
      return cookieOf(await makeSession(browser, product, user));
    };
    const { rows } = await database.pool.query<{ version: string }>(
      "SELECT split_part(current_setting('server_version'), ' ', 1) AS version",
    );
    return work({
      product,
      port: Number(new URL(product.url).port),
      database,
      postgresVersion: rows[0]?.version ?? "",
      browser,
      session,
      cookie: cookieOf(session),
      signInAnother,
    });
  });
}

const cookieOf = ({ cookies }: Cockpit["session"]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** Runs the work in a new browser window in which the cockpit is open and live. */
export async function inPage<Result>(
  { browser, session, product }: Cockpit,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ baseURL: product.url, storageState: session });
  try {
    const page = await context.newPage();
    await openCockpit(page);
    return await work(page);
  } finally {
    await context.close();
  }
}
