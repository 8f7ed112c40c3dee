import type { Page } from "@playwright/test";
import { openCockpit } from "@/e2e/cockpit/cockpit-page";
import type { Cockpit } from "./start-cockpit";

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
