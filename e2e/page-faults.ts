import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const WIDTHS = { wide: 1280, phone: 390, narrowest: 320 } as const;

/** What axe finds in both colours and in forced ones, wide and on a phone, and what sticks out to the right on the narrowest. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  await standStill(page);
  for (const width of [WIDTHS.wide, WIDTHS.phone]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await askAxe(page);
      faults.push(...found.map((fault) => `${width} ${colorScheme} ${fault}`));
    }
    // There the browser paints other colours than axe can read.
    await page.emulateMedia({ forcedColors: "active" });
    const forced = await askAxe(page, ["color-contrast"]);
    faults.push(...forced.map((fault) => `${width} forced colours ${fault}`));
    await page.emulateMedia({ forcedColors: "none" });
  }
  await page.setViewportSize({ width: WIDTHS.narrowest, height: 800 });
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  if (tooWide > 0) faults.push(`scrolls by ${tooWide} px at ${WIDTHS.narrowest} px`);
  return faults;
}

/** Base UI's marks at both ends of a menu or dialog hand the focus on, so none of them ever keeps it. */
const FOCUS_GUARD = "[data-base-ui-focus-guard]";

/** Without the second page that axe opens to collect what it finds in frames: there are none. */
async function askAxe(page: Page, rulesOff: string[] = []): Promise<string[]> {
  expect(page.frames()).toHaveLength(1);
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude(FOCUS_GUARD).disableRules(rulesOff);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // An open menu is no content of the page: it lies over it and is announced by its button.
      .filter(({ html }) => !(id === "region" && html.includes('role="menu"')))
      .map(({ html, any }) => `${id}: ${any[0]?.message} ${html}`),
  );
}

/**
 * Colours in a transition must not be judged, and what is outside the window keeps its earlier colours. The test sets the style
 * itself, because the policy of the page allows no such style.
 */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    const still = "transition: none !important; animation: none !important";
    sheet.replaceSync(
      `*, *::before, *::after { ${still}; content-visibility: visible !important }`,
    );
    document.adoptedStyleSheets = [sheet];
  });
}
