import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { untilPainted } from "./page-parts";

type Results = Awaited<ReturnType<AxeBuilder["analyze"]>>;
type Options = Parameters<AxeBuilder["options"]>[0];

const WIDTHS = { wide: 1280, phone: 390, narrowest: 320 } as const;

/** The rules whose result depends on the colours of a look. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** The rules whose result depends on the available space. */
const LAYOUT_RULES = ["scrollable-region-focusable"];
const LOOKS = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  // The browser paints colours that axe cannot read.
  forced: { colorScheme: "light", forcedColors: "active" },
} as const;

/**
 * Returns what axe finds in both colour schemes and in forced colours, on wide windows and phones, and what overflows to
 * the right on the narrowest phone. To save time, element rules run once per set of visible elements, and colour rules
 * once per way of painting it. The light scheme is checked at every width, because text may lie on something else there.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const judged = new Set<string>();
  await standStill(page);
  for (const width of [WIDTHS.wide, WIDTHS.phone]) {
    await resizeTo(page, width);
    for (const [look, media] of Object.entries(LOOKS)) {
      await page.emulateMedia(media);
      const { shown, painted } = await readLook(page);
      const rules = {
        areElementsNew: !judged.has(shown),
        areColoursNew: look === "light" || (look === "dark" && !judged.has(painted)),
      };
      judged.add(shown).add(painted);
      const found = await askAxe(page, rules);
      faults.push(...found.map((fault) => `${width} ${look} ${fault}`));
    }
    await page.emulateMedia(LOOKS.light);
  }
  await resizeTo(page, WIDTHS.narrowest);
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  if (tooWide > 0) faults.push(`scrolls by ${tooWide} px at ${WIDTHS.narrowest} px`);
  return faults;
}

/**
 * Resizes the window and waits until menus and dialogs have moved to their new places. The page is notified of the new
 * size at the beginning of a frame, and then positions them.
 */
async function resizeTo(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.waitForFunction((expected) => window.innerWidth === expected, width);
  await untilPainted(page);
}

/**
 * Reads which elements are visible, in order, and how they are painted; pages that look the same give the same strings.
 */
async function readLook(page: Page): Promise<{ shown: string; painted: string }> {
  return page.evaluate(() => {
    const LARGE_PX = 18.66;
    const elements = [...document.querySelectorAll("body, body *")];
    const shown = elements.map((element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ? "1" : "0",
    );
    const painted = elements.map((element) => {
      const style = getComputedStyle(element);
      const isLarge = Number.parseFloat(style.fontSize) >= LARGE_PX;
      const ground = `${style.backgroundColor} ${style.backgroundImage} ${style.opacity}`;
      return `${style.color} ${ground} ${isLarge} ${style.fontWeight}`;
    });
    return { shown: shown.join(""), painted: shown.join("") + painted.join() };
  });
}

/** Base UI's guards at both ends of a menu or dialog pass the focus on, so they never keep it. */
const FOCUS_GUARD = "[data-base-ui-focus-guard]";

/**
 * Runs all rules if there are new elements, without the colour rules if the colours are not new. If only the colours are
 * new, runs only the rules that depend on colours or on the layout.
 */
async function askAxe(
  page: Page,
  { areElementsNew, areColoursNew }: { areElementsNew: boolean; areColoursNew: boolean },
): Promise<string[]> {
  expect(page.frames()).toHaveLength(1);
  if (!(areElementsNew || areColoursNew)) return [];
  const off = areColoursNew ? [] : COLOUR_RULES.map((rule) => [rule, { enabled: false }]);
  const options: Options = areElementsNew
    ? { rules: Object.fromEntries(off) }
    : { runOnly: { type: "rule", values: [...COLOUR_RULES, ...LAYOUT_RULES] } };
  const { violations } = await runAxe(page, { ...options, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // An open menu is not part of the page's content: it lies above the page, and its button announces it.
      .filter(({ html }) => !(id === "region" && html.includes('role="menu"')))
      .map(({ html, any }) => `${id}: ${any[0]?.message} ${html}`),
  );
}

/**
 * The builder injects axe into the page. It need not open a second page to collect results from frames, because there are
 * none.
 */
async function runAxe(page: Page, options: Options): Promise<Pick<Results, "violations">> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) {
    return new AxeBuilder({ page }).setLegacyMode().exclude(FOCUS_GUARD).options(options).analyze();
  }
  return page.evaluate(
    async ([exclude, runOptions]) => {
      const { axe } = window as unknown as {
        axe: { run(context: object, options: Options): Promise<Results> };
      };
      const { violations } = await axe.run({ exclude: [[exclude]] }, runOptions);
      return { violations };
    },
    [FOCUS_GUARD, options] as const,
  );
}

/**
 * Stops transitions, whose intermediate colours must not be checked, and paints elements outside the window. Uses an
 * adopted style sheet, because the page's policy blocks injected styles.
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
