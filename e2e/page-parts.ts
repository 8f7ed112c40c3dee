import { EventEmitter, once } from "node:events";
import { expect, type Locator, type Page } from "@playwright/test";
import { DELETION_TEXTS } from "@/components/texts/en/deletion-texts";
import type { DeletionReason } from "@/lib/documents/rules/deletion-reasons";

/** Finds the button with exactly this name. */
export const button = (page: Page, name: string): Locator =>
  page.getByRole("button", { name, exact: true });

/** Finds the open dialog, of the role `dialog` or `alertdialog`. */
export const dialogOf = (page: Page): Locator =>
  page.getByRole("dialog").or(page.getByRole("alertdialog"));

/**
 * Opens the reasons for a deletion with a button, and chooses one. The deletion is sent after five seconds, or when the page is
 * left.
 */
export async function chooseReason(
  page: Page,
  opener: Locator,
  reason: DeletionReason,
): Promise<void> {
  await opener.click();
  const choice = DELETION_TEXTS.choices.find((one) => one.reason === reason);
  await page
    .getByRole("dialog", { name: DELETION_TEXTS.title })
    .getByRole("button", { name: choice?.label ?? "", exact: true })
    .click();
}

/** Presses Tab until an element has the focus, and looks at the page after each step. */
export async function tabTo(
  page: Page,
  target: Locator,
  look: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 60 && !(await isThere()); step += 1) {
    await page.keyboard.press("Tab");
    await look(page);
  }
  await expect(target).toBeFocused();
}

/** Resolves when everything that the page has received so far has been drawn. */
export const untilPainted = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

/**
 * Delays the scripts that contain a text, as on a slow network, until the returned function is called; by default, all
 * scripts. Its promise resolves when the page has them, so that no script is still on its way when the test ends.
 */
export async function holdScripts(page: Page, containing = ""): Promise<() => Promise<void>> {
  const held = new EventEmitter();
  const started = once(held, "started");
  await page.route("**/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes(containing)) await started;
    await route.fulfill({ response });
  });
  return async () => {
    held.emit("started");
    await page.unrouteAll({ behavior: "wait" });
  };
}

/** Takes screenshots for people to look at: light and wide, then dark on a phone. */
export async function shoot(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.screenshot({ path });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: path.replace(/\.png$/, "-phone.png") });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: "light" });
}
