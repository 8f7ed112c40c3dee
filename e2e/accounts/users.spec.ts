import { expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import {
  PASSWORD_LINK_TEXTS,
  USER_DIALOG_TEXTS,
  USERS_TEXTS,
} from "@/components/texts/en/user-texts";
import { noteFaults, test, WITH_MOTION } from "../browser-test";
import { createUser, openAs, signIn } from "./sign-in-page";

test.use(WITH_MOTION);

const USERS = "/administration/users";
const PASSWORD = "the understudy knows her lines";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Fills in the dialog. @returns the link, which is shown only once */
async function invite(page: Page, email: string, name: string): Promise<string> {
  await page.goto(USERS);
  await button(page, USERS_TEXTS.invite).click();
  await page.getByLabel(USER_DIALOG_TEXTS.email, { exact: true }).fill(email);
  await page.getByLabel(USER_DIALOG_TEXTS.name, { exact: true }).fill(name);
  await button(page, USER_DIALOG_TEXTS.invite.submit).click();
  return takeLink(page);
}

async function takeLink(page: Page): Promise<string> {
  const shown = page.getByRole("status", { name: USER_DIALOG_TEXTS.link.label });
  const link = (await shown.textContent()) ?? "";
  await button(page, USER_DIALOG_TEXTS.link.stored).click();
  await expect(shown).toBeHidden();
  return new URL(link).pathname;
}

async function choose(page: Page, password: string): Promise<void> {
  await page.getByLabel(PASSWORD_LINK_TEXTS.password, { exact: true }).fill(password);
  await page.getByLabel(PASSWORD_LINK_TEXTS.repeat, { exact: true }).fill(password);
  await button(page, PASSWORD_LINK_TEXTS.submit).click();
}

async function act(page: Page, name: string, action: string): Promise<void> {
  await button(page, USERS_TEXTS.actionsFor(name)).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

test("an invited user chooses a password through the link, which works only once, and becomes a reader", async ({
  adminPage: page,
  browser,
  product,
}) => {
  const path = await invite(page, "ivy@example.test", "Ivy");
  await expect(page.getByRole("row", { name: /Ivy/ })).toContainText(USERS_TEXTS.states.invited);
  const theirs = await (await browser.newContext({ baseURL: product.url })).newPage();
  const faults = noteFaults(theirs);
  const answer = await theirs.goto(path);
  expect(answer?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "cache-control": expect.stringContaining("no-store"),
  });
  await expect(theirs.getByLabel(PASSWORD_LINK_TEXTS.account)).toHaveValue("ivy@example.test");
  await choose(theirs, "short");
  await expect(theirs.getByText(/^The new password must have at least 12/)).toBeVisible();
  await choose(theirs, PASSWORD);
  await theirs.waitForURL("**/cockpit");
  await button(theirs, SHELL_TEXTS.accountMenu("Ivy")).click();
  await expect(theirs.getByRole("menu")).toContainText("ivy@example.test (Reader)");
  expect((await theirs.goto(USERS))?.status()).toBe(403);
  await theirs.goto(path);
  await expect(theirs.getByText(/was already used/)).toBeVisible();
  expect(faults).toEqual([]);
  await theirs.context().close();
});

test("a forgotten password is replaced through a link, and only the newest link works", async ({
  adminPage: page,
  browser,
  product,
}) => {
  const jay = await createUser(product, "jay");
  const links: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    await page.goto(USERS);
    await act(page, "jay", USERS_TEXTS.resetLink);
    await button(page, USER_DIALOG_TEXTS.resetLink.confirm).click();
    links.push(await takeLink(page));
  }
  const theirs = await (await browser.newContext({ baseURL: product.url })).newPage();
  await theirs.goto("/login");
  await signIn(theirs, jay);
  await theirs.waitForURL("**/cockpit");
  await theirs.goto(links[0] ?? "");
  await expect(theirs.getByText(/no longer works/)).toBeVisible();
  await theirs.goto(links[1] ?? "");
  await choose(theirs, PASSWORD);
  await theirs.waitForURL("**/cockpit");
  await theirs.context().close();
});

test("deactivating a user ends the session in another browser within 5 seconds", async ({
  adminPage: page,
  browser,
  product,
}) => {
  const kim = await createUser(product, "kim");
  const theirs = await (await browser.newContext({ baseURL: product.url })).newPage();
  await theirs.goto("/login");
  await signIn(theirs, kim);
  await theirs.waitForURL("**/cockpit");
  await page.goto(USERS);
  await act(page, "kim", USERS_TEXTS.deactivate);
  await button(page, USER_DIALOG_TEXTS.deactivate.confirm).click();
  await expect(page.getByRole("row", { name: /kim/ })).toContainText(
    USERS_TEXTS.states.deactivated,
  );
  await expect(theirs.getByText(SHELL_TEXTS.sessionEnded.title)).toBeVisible({ timeout: 8_000 });
  await theirs.context().close();
});

test("an administrator removes a lost second factor in a dialog, and then the password alone is enough to sign in", async ({
  adminPage: page,
  browser,
  product,
}) => {
  const mia = await createUser(product, "mia");
  const theirs = await openAs(browser, product, mia);
  const path = "/api/cockpit/account/second-factor";
  const { secret } = (await (await theirs.request.post(path)).json()) as { secret: string };
  const code = new TOTP({ secret }).generate();
  const data = { currentPassword: mia.password, code };
  expect((await theirs.request.put(path, { data })).status()).toBe(200);
  await theirs.context().close();
  await page.goto(USERS);
  await act(page, "mia", USERS_TEXTS.removeSecondFactor);
  await button(page, USER_DIALOG_TEXTS.removeSecondFactor.confirm).click();
  await expect(page.getByText(USERS_TEXTS.done.secondFactorRemoved("mia"))).toBeVisible();
  await button(page, USERS_TEXTS.actionsFor("mia")).click();
  const item = page.getByRole("menuitem", { name: USERS_TEXTS.removeSecondFactor });
  await expect(item).toHaveCount(0);
  await (await openAs(browser, product, mia)).context().close();
});

test("your own account cannot be demoted or deactivated, and the page says who can do that", async ({
  adminPage: page,
}) => {
  await page.goto(USERS);
  await button(page, USERS_TEXTS.actionsFor("Administrator")).click();
  const menu = page.getByRole("menu");
  await expect(menu).toContainText(USERS_TEXTS.ownAccount);
  await expect(menu.getByRole("menuitem", { name: USERS_TEXTS.deactivate })).toHaveCount(0);
  await expect(menu.getByRole("menuitem", { name: USERS_TEXTS.changeRole })).toHaveCount(0);
  await expect(menu.getByRole("menuitem", { name: USERS_TEXTS.resetLink })).toHaveCount(0);
});

test("the list of users is filtered as the administrator types, and a role is changed in a dialog", async ({
  adminPage: page,
  product,
}) => {
  await createUser(product, "lou");
  await page.goto(USERS);
  await page.getByRole("searchbox", { name: USERS_TEXTS.search }).fill("LOU@");
  await expect(page.getByRole("main").getByRole("status")).toHaveText(USERS_TEXTS.count(1));
  await act(page, "lou", USERS_TEXTS.changeRole);
  await page.getByRole("radio", { name: /^Reviewer/ }).check();
  await button(page, USER_DIALOG_TEXTS.roleChange.submit).click();
  await expect(page.getByRole("row", { name: /lou/ })).toContainText("Reviewer");
});
