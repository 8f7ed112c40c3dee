import { expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { SECOND_FACTOR_TEXTS } from "@/components/texts/en/second-factor-texts";
import { SIGN_IN_TEXTS } from "@/components/texts/en/sign-in-texts";
import { noteFaults, test } from "../browser-test";
import { faultsOf } from "../page-faults";
import { button } from "../page-parts";
import { startProduct } from "../product";
import { createUser, openAs, signIn } from "./sign-in-page";

const PATH = "/account/second-factor";

/** Returns the code that an authenticator app shows this many 30-second steps from now. Each code works only once. */
const codeOf = (secret: string, stepsAway: 0 | 1) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAway * 30_000 });

/** Sets up an authenticator app on the page that offers it. */
async function setUp(page: Page, password: string) {
  await button(page, SECOND_FACTOR_TEXTS.setUp).click();
  await expect(page.getByRole("img", { name: SECOND_FACTOR_TEXTS.qrCode })).toBeVisible();
  await page.getByText(SECOND_FACTOR_TEXTS.cannotScan).click();
  expect(await faultsOf(page)).toEqual([]);
  const secret = ((await page.locator("code").first().textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel(SECOND_FACTOR_TEXTS.password, { exact: true }).fill(password);
  await page.getByLabel(SECOND_FACTOR_TEXTS.code, { exact: true }).fill("000000");
  await button(page, SECOND_FACTOR_TEXTS.confirm).click();
  await expect(page.locator("[aria-invalid=true]")).toBeVisible();
  await page.getByLabel(SECOND_FACTOR_TEXTS.code, { exact: true }).fill(codeOf(secret, 0));
  await button(page, SECOND_FACTOR_TEXTS.confirm).click();
  const list = page.getByRole("list", { name: SECOND_FACTOR_TEXTS.codesTitle });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  expect(await faultsOf(page)).toEqual([]);
  const recoveryCode = (await list.getByRole("listitem").first().textContent()) ?? "";
  await button(page, SECOND_FACTOR_TEXTS.stored).click();
  return { secret, recoveryCode };
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(SIGN_IN_TEXTS.code, { exact: true }).fill(code);
  await button(page, SIGN_IN_TEXTS.submit).click();
}

test("a user sets up a second factor, signs in with it and with a recovery code, and removes it", async ({
  browser,
  product,
}) => {
  const user = await createUser(product, "factor");
  const page = await openAs(browser, product, user);
  const faults = noteFaults(page);
  await page.goto(PATH);
  const { secret, recoveryCode } = await setUp(page, user.password);
  await expect(page.getByRole("heading", { name: SECOND_FACTOR_TEXTS.isOn })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  const other = await (await browser.newContext({ baseURL: product.url })).newPage();
  await other.goto("/login");
  await signIn(other, user);
  await expect(other.getByText(SIGN_IN_TEXTS.codeNeeded)).toBeVisible();
  expect(await faultsOf(other)).toEqual([]);
  await giveCode(other, "000000");
  await expect(other.getByText(SIGN_IN_TEXTS.codeRefused)).toBeVisible();
  await giveCode(other, codeOf(secret, 1));
  await other.waitForURL("**/cockpit");

  const third = await (await browser.newContext({ baseURL: product.url })).newPage();
  await third.goto("/login");
  await signIn(third, user);
  await giveCode(third, recoveryCode);
  await third.waitForURL("**/cockpit");
  await third.goto(PATH);
  await expect(third.getByText(SECOND_FACTOR_TEXTS.codesLeft(9))).toBeVisible();
  expect(faults).toEqual([]);
  for (const each of [page, other, third]) await each.context().close();
});

test("a user who must have a second factor has to set it up before doing anything else", async ({
  browser,
}) => {
  const product = await startProduct({ env: { REQUIRE_SECOND_FACTOR: "administrators" } });
  try {
    const page = await (await browser.newContext({ baseURL: product.url })).newPage();
    await page.goto("/login");
    await signIn(page, product.administrator);
    await page.waitForURL("**/login/second-factor**");
    await page.goto("/cockpit");
    await page.waitForURL("**/login/second-factor**");
    expect((await page.request.get("/api/cockpit/assets")).status()).toBe(403);
    await expect(page.getByText(SECOND_FACTOR_TEXTS.required)).toBeVisible();
    await setUp(page, product.administrator.password);
    await page.waitForURL("**/cockpit");
    expect((await page.request.get("/api/cockpit/assets")).status()).toBe(200);
    await page.goto(PATH);
    await expect(page.getByText(SECOND_FACTOR_TEXTS.cannotRemove)).toBeVisible();
    await page.context().close();
  } finally {
    await product.stop();
  }
});
