import { expect, type Locator } from "@playwright/test";
import { COCKPIT_TEXTS } from "@/components/texts/en/cockpit-texts";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import { test } from "../browser-test";
import { openCockpit } from "../cockpit/cockpit-page";
import { button } from "../page-parts";

const style = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

test("forced colours show which filter is selected, where the user is, and what is a button", async ({
  adminPage: page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openCockpit(page);
  const filter = (name: string) => page.locator("label", { hasText: name });
  const [chosen, other] = [
    filter(COCKPIT_TEXTS.filters.all),
    filter(COCKPIT_TEXTS.filters.archived),
  ];
  expect(await style(chosen, "background-color")).not.toBe(await style(other, "background-color"));
  const newAsset = button(page, COCKPIT_TEXTS.newAsset);
  expect(await style(newAsset, "border-top-style")).toBe("solid");
  expect(Number.parseFloat(await style(newAsset, "border-top-width"))).toBeGreaterThan(0);
  expect(await style(newAsset, "border-top-color")).not.toBe(
    await style(newAsset, "background-color"),
  );
  const here = page.getByRole("link", { name: SHELL_TEXTS.cockpit, exact: true });
  expect(await style(here, "text-decoration-line")).toBe("underline");

  await button(page, SHELL_TEXTS.accountMenu("Administrator")).click();
  await page.keyboard.press("ArrowDown");
  const items = page.getByRole("menu").locator("[role^=menuitem]");
  const grounds = await items.evaluateAll((all) =>
    all.map((item) => getComputedStyle(item).backgroundColor),
  );
  expect(new Set(grounds).size).toBe(2);
});
