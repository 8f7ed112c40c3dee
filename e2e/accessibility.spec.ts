import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { EMPTY_TEXTS } from "@/components/texts/en/cockpit-texts";
import { ATTEMPT_TEXTS } from "@/components/texts/en/delivery-texts";
import { arrangeScenario, type Scenario } from "./arrange-scenario";
import { test as base } from "./browser-test";
import { openCockpit } from "./cockpit/cockpit-page";
import {
  announce,
  archiveAll,
  openAdministration,
  openNewest,
  PAGE_STATES,
  PUBLIC_PAGE_STATES,
  setWebhook,
} from "./page-states";
import { type ProductReceiver, receiverOf } from "./receiver-of";

const test = base.extend<object, { scenario: Scenario; receiver: ProductReceiver }>({
  scenario: [
    async ({ browser, product, session }, use) => {
      const options = { baseURL: product.url, storageState: session };
      const page = await (await browser.newContext(options)).newPage();
      await use(await arrangeScenario(page, product));
      await page.context().close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  receiver: [
    async ({ product }, use) => {
      const receiver = await receiverOf(product);
      await use(receiver);
      await receiver.control.close();
    },
    { scope: "worker" },
  ],
});

const WIDTHS = { wide: 1280, phone: 390, narrowest: 320 } as const;

/** What axe finds in both colours, wide and on a phone, and what sticks out to the right on the narrowest. */
async function faultsOf(page: Page): Promise<string[]> {
  const faults: string[] = [];
  await standStill(page);
  for (const width of [WIDTHS.wide, WIDTHS.phone]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await askAxe(page);
      faults.push(...found.map((fault) => `${width} ${colorScheme} ${fault}`));
    }
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
async function askAxe(page: Page): Promise<string[]> {
  expect(page.frames()).toHaveLength(1);
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude(FOCUS_GUARD);
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

for (const [name, arrange] of Object.entries(PUBLIC_PAGE_STATES)) {
  test(`axe finds nothing: ${name}`, async ({ page }) => {
    await arrange(page);
    expect(await faultsOf(page)).toEqual([]);
  });
}

for (const [name, arrange] of Object.entries(PAGE_STATES)) {
  test(`axe finds nothing: ${name}`, async ({ adminPage: page, scenario, receiver, product }) => {
    await arrange({ page, scenario, receiver, product });
    expect(await faultsOf(page)).toEqual([]);
  });
}

test("axe finds nothing: the cockpit of the first day", async ({ adminPage: page }) => {
  await archiveAll(page, true);
  await openCockpit(page);
  await expect(page.getByText(EMPTY_TEXTS.none.title)).toBeVisible();
  const faults = await faultsOf(page);
  await archiveAll(page, false);
  expect(faults).toEqual([]);
});

for (const status of [200, 500]) {
  test(`axe finds nothing: a notification that was answered ${status}, and its log`, async ({
    adminPage: page,
    product,
    receiver,
  }) => {
    await setWebhook({ page, receiver }, status);
    await announce(product.apiKey, product.url);
    await openAdministration(page);
    await openNewest(page, `Answered ${status}`);
    await page.getByText(ATTEMPT_TEXTS.details).first().click();
    const faults = await faultsOf(page);
    await openAdministration(page);
    faults.push(...(await faultsOf(page)));
    expect(faults).toEqual([]);
  });
}
