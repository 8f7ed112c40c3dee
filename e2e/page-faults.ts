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

/** What lies above a page. */
const OVERLAY = "[role=dialog], [role=alertdialog], [role=menu]";
/** Marks visible elements that have not been judged yet, and those that have not been judged in their present paint. */
const UNJUDGED = "data-unjudged";
const UNJUDGED_PAINT = "data-unjudged-paint";

/**
 * Returns what axe finds in both colour schemes and in forced colours, on wide windows and phones, and what overflows to
 * the right on the narrowest phone. To save time, elements are judged when they are first visible, and colours for each
 * way of painting an element. The light scheme is checked at every width, because text may lie on something else there.
 * Behind an open dialog or menu, the page is checked in the first look only.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  await standStill(page);
  for (const width of [WIDTHS.wide, WIDTHS.phone]) {
    await resizeTo(page, width);
    for (const [look, media] of Object.entries(LOOKS)) {
      await page.emulateMedia(media);
      const found = await judge(page, look, await markUnjudged(page));
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

/** The visible elements, compared with what has been judged before. */
interface Unjudged {
  readonly isFirstLook: boolean;
  readonly areElementsNew: boolean;
  readonly arePaintsNew: boolean;
  readonly hasOverlay: boolean;
}

/** Marks the visible elements that have not been judged yet, and counts them as judged from then on. */
async function markUnjudged(page: Page): Promise<Unjudged> {
  return page.evaluate(
    ([overlay, unjudged, unjudgedPaint]) => {
      const LARGE_PX = 18.66;
      const memory = window as unknown as { judged?: WeakMap<Element, Set<string>> };
      const isFirstLook = !memory.judged;
      memory.judged ??= new WeakMap();
      let areElementsNew = false;
      let arePaintsNew = false;
      for (const element of document.querySelectorAll("body, body *")) {
        element.removeAttribute(unjudged);
        element.removeAttribute(unjudgedPaint);
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const style = getComputedStyle(element);
        const isLarge = Number.parseFloat(style.fontSize) >= LARGE_PX;
        const ground = `${style.backgroundColor} ${style.backgroundImage} ${style.opacity}`;
        const paint = `${style.color} ${ground} ${isLarge} ${style.fontWeight}`;
        const known = memory.judged.get(element);
        if (!known) element.setAttribute(unjudged, "");
        if (!known?.has(paint)) element.setAttribute(unjudgedPaint, "");
        areElementsNew ||= !known;
        arePaintsNew ||= !known?.has(paint);
        memory.judged.set(element, (known ?? new Set()).add(paint));
      }
      const overlays = [...document.querySelectorAll(overlay)];
      const hasOverlay = overlays.some((element) => element.checkVisibility());
      return { isFirstLook, areElementsNew, arePaintsNew, hasOverlay };
    },
    [OVERLAY, UNJUDGED, UNJUDGED_PAINT] as const,
  );
}

/** Base UI's guards at both ends of a menu or dialog pass the focus on, so they never keep it. */
const FOCUS_GUARD = "[data-base-ui-focus-guard]";

/** Runs the rules whose result may be new in a look on the part of the page where it may be new. */
async function judge(
  page: Page,
  look: string,
  { isFirstLook, areElementsNew, arePaintsNew, hasOverlay }: Unjudged,
): Promise<string[]> {
  expect(page.frames()).toHaveLength(1);
  const part = hasOverlay && !isFirstLook ? OVERLAY : undefined;
  if (look === "light") {
    return areElementsNew ? askAxe(page, {}, part) : askAxe(page, COLOURS_AND_LAYOUT, part);
  }
  const faults: string[] = [];
  if (areElementsNew) faults.push(...(await askAxe(page, NOT_COLOURS, `[${UNJUDGED}]`)));
  if (arePaintsNew && look === "dark") {
    faults.push(...(await askAxe(page, COLOURS_AND_LAYOUT, part ?? `[${UNJUDGED_PAINT}]`)));
  }
  return faults;
}

const COLOURS_AND_LAYOUT: Options = {
  runOnly: { type: "rule", values: [...COLOUR_RULES, ...LAYOUT_RULES] },
};
const NOT_COLOURS: Options = {
  rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
};

/** Runs rules on the elements that a selector finds, or on the whole page. */
async function askAxe(page: Page, options: Options, part?: string): Promise<string[]> {
  const { violations } = await runAxe(page, { ...options, resultTypes: ["violations"] }, part);
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
async function runAxe(
  page: Page,
  options: Options,
  part: string | undefined,
): Promise<Pick<Results, "violations">> {
  // What was there a moment ago may have disappeared, such as a message.
  if (part && (await page.locator(part).count()) === 0) return { violations: [] };
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) {
    const builder = new AxeBuilder({ page }).setLegacyMode().exclude(FOCUS_GUARD).options(options);
    return (part ? builder.include(part) : builder).analyze();
  }
  return page.evaluate(
    async ([exclude, include, runOptions]) => {
      const { axe } = window as unknown as {
        axe: { run(context: object, options: Options): Promise<Results> };
      };
      const context = { exclude: [[exclude]], ...(include && { include: [[include]] }) };
      const { violations } = await axe.run(context, runOptions);
      return { violations };
    },
    [FOCUS_GUARD, part, options] as const,
  );
}

/**
 * Forgets what was judged before. Stops transitions, whose intermediate colours must not be checked, and paints elements
 * outside the window. Uses an adopted style sheet, because the page's policy blocks injected styles.
 */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    Reflect.deleteProperty(window, "judged");
    const sheet = new CSSStyleSheet();
    const still = "transition: none !important; animation: none !important";
    sheet.replaceSync(
      `*, *::before, *::after { ${still}; content-visibility: visible !important }`,
    );
    document.adoptedStyleSheets = [sheet];
  });
}
