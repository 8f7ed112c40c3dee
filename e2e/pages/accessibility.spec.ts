import { expect } from "@playwright/test";
import { EMPTY_TEXTS } from "@/components/texts/en/cockpit-empty-texts";
import { ATTEMPT_TEXTS } from "@/components/texts/en/delivery-texts";
import { openAs } from "../accounts/sign-in-page";
import { arrangeScenario, type Scenario } from "../arrange-scenario";
import { test as base } from "../browser-test";
import { openCockpit } from "../cockpit/cockpit-page";
import { faultsOf } from "../page-faults";
import { type ProductReceiver, receiverOf } from "../receiver-of";
import {
  announce,
  archiveAll,
  openAdministration,
  openNewest,
  PAGE_STATES,
  PUBLIC_PAGE_STATES,
  setWebhook,
} from "./page-states";

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

// No trace is needed, because the reported faults suffice, and recording one takes longer than a test's steps.
test.use({ trace: "off" });

for (const [name, arrange] of Object.entries(PUBLIC_PAGE_STATES)) {
  test(`axe finds no faults: ${name}`, async ({ page }) => {
    await arrange(page);
    expect(await faultsOf(page)).toEqual([]);
  });
}

for (const [name, arrange] of Object.entries(PAGE_STATES)) {
  test(`axe finds no faults: ${name}`, async ({
    adminPage: page,
    scenario,
    receiver,
    browser,
    product,
  }) => {
    const anotherSession = async () => {
      const other = await openAs(browser, product, product.administrator);
      await other.context().close();
    };
    await arrange({ page, scenario, receiver, product, anotherSession });
    expect(await faultsOf(page)).toEqual([]);
  });
}

test("axe finds no faults: the cockpit without any assets", async ({ adminPage: page }) => {
  await archiveAll(page, true);
  await openCockpit(page);
  await expect(page.getByText(EMPTY_TEXTS.none.title)).toBeVisible();
  const faults = await faultsOf(page);
  await archiveAll(page, false);
  expect(faults).toEqual([]);
});

for (const status of [200, 500]) {
  test(`axe finds no faults: a notification that was answered with ${status}, and its log`, async ({
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
