import type { Locator, Page } from "@playwright/test";

/** The button with exactly this name. */
export const button = (page: Page, name: string): Locator =>
  page.getByRole("button", { name, exact: true });

/** The dialog that is open, whether or not it asks for a decision. */
export const dialogOf = (page: Page): Locator =>
  page.getByRole("dialog").or(page.getByRole("alertdialog"));
