import { expect, type Page } from "@playwright/test";
import { ASSET_TEXTS, COCKPIT_TEXTS, TILE_TEXTS } from "@/components/texts/en/cockpit-texts";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import { test, WITH_MOTION } from "../browser-test";
import { createAsset, openCockpit, openTilesOf, untilLive } from "../cockpit/cockpit-page";
import { holdScripts, tabTo } from "../page-parts";

test.use(WITH_MOTION);

/** Expects that the focus is visible as an outline, either of the focused element or of its `::after`. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const look = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return "nothing has the focus";
      const outlines = ["", "::after"].map((part) => getComputedStyle(element, part || null));
      const isSeen = outlines.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && outlineWidth !== "0px",
      );
      return isSeen ? "seen" : `not seen: ${element.outerHTML.slice(0, 200)}`;
    });
  await expect.poll(look).toBe("seen");
}

test("the first Tab focuses a link that skips to the content, and after Enter the next Tab moves into the content", async ({
  adminPage: page,
}) => {
  await openCockpit(page);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: SHELL_TEXTS.skipToContent });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await expectVisibleFocus(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  const isInContent = () => page.evaluate(() => document.activeElement?.matches("main *") === true);
  await expect.poll(isInContent).toBe(true);
  await expect(page.getByRole("main")).not.toHaveAttribute("tabindex");
});

test("content that changes after it was skipped to keeps the focus", async ({
  adminPage: page,
}) => {
  await page.clock.install();
  await openCockpit(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const main = page.getByRole("main");
  await expect(main).toBeFocused();
  await main.evaluate((element) => element.append(document.createElement("p")));
  await page.clock.fastForward(1_000);
  await expect(main).toBeFocused();
});

test("the focus is visible at every step, even after moving from page to page", async ({
  adminPage: page,
}) => {
  await openCockpit(page);
  for (const [name, path] of [
    [SHELL_TEXTS.administration, "/administration/external-dms"],
    [SHELL_TEXTS.cockpit, "/cockpit"],
  ] as const) {
    await tabTo(page, page.getByRole("link", { name, exact: true }), expectVisibleFocus);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(path);
    await expectVisibleFocus(page);
    await page.keyboard.press("Tab");
    await expectVisibleFocus(page);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
});

test("dialogs and menus return the focus to the element that opened them", async ({
  adminPage: page,
}) => {
  const { name, identifier } = await createAsset(page);
  await openTilesOf(page, identifier);
  const create = page.getByRole("button", { name: COCKPIT_TEXTS.newAsset, exact: true });
  await tabTo(page, create, expectVisibleFocus);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel(ASSET_TEXTS.identifier, { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(create).toBeFocused();

  const more = page.getByRole("button", { name: TILE_TEXTS.moreFor(name), exact: true });
  await tabTo(page, more, expectVisibleFocus);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();

  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: TILE_TEXTS.edit }).press("Enter");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();
});

test("shortcuts of a single key can be turned off, while chords work", async ({
  adminPage: page,
}) => {
  const dialog = page.getByRole("dialog");
  /** Presses a key, and returns whether the page uses it. */
  const isTaken = (key: string) =>
    page.evaluate((pressed) => {
      const options = { key: pressed, bubbles: true, cancelable: true };
      return !document.body.dispatchEvent(new KeyboardEvent("keydown", options));
    }, key);
  await openCockpit(page);
  await page.getByRole("button", { name: SHELL_TEXTS.accountMenu("Administrator") }).click();
  await page.getByRole("group", { name: SHELL_TEXTS.singleKeys }).getByText("Off").click();
  await page.keyboard.press("Escape");
  for (let round = 0; round < 2; round += 1) {
    expect(await isTaken("/")).toBe(false);
    await page.keyboard.press("Control+k");
    await expect(dialog).toBeVisible();
    await page.reload();
    await untilLive(page);
  }
});

test("a menu that is pressed before its library has loaded opens with its first item focused", async ({
  adminPage: page,
}) => {
  const { more, letLibraryLoad } = await pressMenuEarly(page);
  await letLibraryLoad();
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
});

test("a menu opens on a browser that is so busy that its effects run late", async ({
  adminPage: page,
}) => {
  await page.addInitScript(runEffectsLate);
  const { letLibraryLoad } = await pressMenuEarly(page);
  await letLibraryLoad();
  await expect(page.getByRole("menuitem").first()).toBeFocused();
});

/**
 * React schedules its work by messages. Half a second passes before each of them arrives, and work that shows the menu takes
 * so long that React leaves the effects to the next one.
 */
function runEffectsLate(): void {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [unknown]) {
    setTimeout(() => postMessage.apply(this, message), 500);
  };
  const { insertBefore } = Node.prototype;
  Node.prototype.insertBefore = function <Inserted extends Node>(
    this: Node,
    node: Inserted,
    before: Node | null,
  ): Inserted {
    const isMenu = node instanceof Element && node.matches("[aria-haspopup=menu]");
    for (const start = performance.now(); isMenu && performance.now() - start < 20; );
    return insertBefore.call(this, node, before) as Inserted;
  };
}

test("a menu that is pressed before its library has loaded does not take the focus from a user who has moved on", async ({
  adminPage: page,
}) => {
  const { more, letLibraryLoad } = await pressMenuEarly(page);
  const search = page.getByRole("searchbox", { name: COCKPIT_TEXTS.search });
  await search.focus();
  await letLibraryLoad();
  await expect(more).not.toHaveAttribute("aria-busy", "true");
  await expect(search).toBeFocused();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await more.click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
});

/** Presses the menu of a tile with Enter while its library is held back. */
async function pressMenuEarly(page: Page) {
  const { name, identifier } = await createAsset(page);
  // Only the library of the menus contains this role.
  const letLibraryLoad = await holdScripts(page, "menuitemradio");
  await openTilesOf(page, identifier);
  const more = page.getByRole("button", { name: TILE_TEXTS.moreFor(name), exact: true });
  await more.press("Enter");
  await expect(more).toHaveAttribute("aria-busy", "true");
  return { more, letLibraryLoad };
}
