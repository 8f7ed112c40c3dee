import { expect, type Page } from "@playwright/test";
import { ACCOUNT_TEXTS, SESSION_TEXTS } from "@/components/texts/en/account-texts";
import { SHELL_TEXTS } from "@/components/texts/en/shell-texts";
import { SIGN_IN_TEXTS } from "@/components/texts/en/sign-in-texts";
import { test } from "../browser-test";
import { openCockpit } from "../cockpit/cockpit-page";
import { createUser, openAs, runUser, signIn } from "./sign-in-page";

/** Signs out through the account menu. */
async function leave(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: SHELL_TEXTS.accountMenu(name) }).click();
  await page.getByRole("menuitem", { name: SHELL_TEXTS.signOut }).click();
}

/**
 * An open page notices the end of its session only at the next heartbeat of its event stream, but its calls are rejected
 * immediately.
 */
const WITHIN_A_HEARTBEAT = { timeout: 20_000 };

test("signing out ends the session for later requests, even with a copy of its cookie", async ({
  browser,
  product,
}) => {
  const page = await openAs(browser, product, await createUser(product, "leaver"));
  const storageState = await page.context().storageState();
  const copy = await browser.newContext({ baseURL: product.url, storageState });
  expect((await copy.request.get("/api/cockpit/assets")).status()).toBe(200);
  await leave(page, "leaver");
  await expect(page.getByText(SIGN_IN_TEXTS.signedOut)).toBeVisible();
  await page.goto("/cockpit");
  await expect(page).toHaveURL("/login?callbackUrl=%2Fcockpit");
  expect((await page.request.get("/api/cockpit/assets")).status()).toBe(401);
  expect((await copy.request.get("/api/cockpit/assets")).status()).toBe(401);
});

test("when one tab signs out, the other tabs say so, and keep what was typed until somebody signs in again", async ({
  browser,
  product,
}) => {
  const user = await createUser(product, "tabs");
  const page = await openAs(browser, product, user);
  const [other, third] = [await page.context().newPage(), await page.context().newPage()];
  for (const tab of [other, third]) await openCockpit(tab);
  await other.getByRole("searchbox").fill("typed before");
  await leave(page, "tabs");

  const { inAnotherTab } = SHELL_TEXTS.sessionEnded;
  for (const tab of [other, third]) {
    await expect(tab.getByRole("dialog", { name: inAnotherTab })).toBeVisible();
    await expect(tab.getByText(SHELL_TEXTS.live["signed-out"], { exact: true })).toBeVisible();
  }
  await signIn(other, user);
  for (const tab of [other, third]) {
    await expect(tab.getByRole("dialog")).toHaveCount(0);
    await expect(tab.getByText(SHELL_TEXTS.live.live, { exact: true })).toBeVisible();
  }
  await expect(other.getByRole("searchbox")).toHaveValue("typed before");
});

test("a new password ends all other sessions, and only the new password works from then on", async ({
  browser,
  product,
}) => {
  const user = await createUser(product, "changer");
  const [page, other] = [
    await openAs(browser, product, user),
    await openAs(browser, product, user),
  ];
  const password = "a new sentence for the doorman";
  await page.goto("/account");
  const list = page.getByRole("list", { name: SESSION_TEXTS.list });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await page.getByLabel(ACCOUNT_TEXTS.current, { exact: true }).fill(user.password);
  await page.getByLabel(ACCOUNT_TEXTS.next, { exact: true }).fill(password);
  await page.getByLabel(ACCOUNT_TEXTS.repeat, { exact: true }).fill(password);
  await page.getByRole("button", { name: ACCOUNT_TEXTS.submit }).click();
  await expect(page.getByRole("status").filter({ hasText: ACCOUNT_TEXTS.changed })).toBeVisible();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  expect((await page.request.get("/api/cockpit/assets")).status()).toBe(200);

  const ended = other.getByRole("dialog", { name: SHELL_TEXTS.sessionEnded.title });
  await expect(ended).toBeVisible(WITHIN_A_HEARTBEAT);
  expect((await other.request.get("/api/cockpit/assets")).status()).toBe(401);
  await signIn(other, { ...user, password });
  await expect(ended).toBeHidden();
  await expect(other).toHaveURL("/cockpit");
  expect((await other.request.get("/api/cockpit/assets")).status()).toBe(200);
});

test("a session is listed with its device on the account page, where its owner can end it", async ({
  browser,
  product,
}) => {
  const user = await createUser(product, "lister");
  const [page, second, third] = [
    await openAs(browser, product, user),
    await openAs(browser, product, user),
    await openAs(browser, product, user),
  ];
  await page.goto("/account");
  const rows = page.getByRole("list", { name: SESSION_TEXTS.list }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText(SESSION_TEXTS.this);
  for (const text of ["Chrome on", "127.0.0.1"]) await expect(rows.first()).toContainText(text);
  const buttons = page.getByRole("button", { name: /^End session: Chrome on .*, 127\.0\.0\.1$/ });
  await expect(buttons).toHaveCount(2);
  await buttons.first().click();
  await expect(rows).toHaveCount(2);
  const statuses = async () => {
    const answers = [second, third].map((each) => each.request.get("/api/cockpit/assets"));
    return (await Promise.all(answers)).map((answer) => answer.status()).sort();
  };
  expect(await statuses()).toEqual([200, 401]);
  await page.getByRole("button", { name: SESSION_TEXTS.endOthers }).click();
  const question = page.getByRole("dialog", { name: SESSION_TEXTS.endOthersTitle });
  await question.getByRole("button", { name: SESSION_TEXTS.endOthers }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("button", { name: SESSION_TEXTS.endOthers })).toHaveCount(0);
  expect(await statuses()).toEqual([401, 401]);
  expect((await page.request.get("/api/cockpit/assets")).status()).toBe(200);
});

test("deactivating a user ends their session, and the open page says so", async ({
  browser,
  product,
}) => {
  const user = await createUser(product, "dismissed");
  const page = await openAs(browser, product, user);
  await runUser(product, ["deactivate", user.email]);
  const ended = page.getByRole("dialog", { name: SHELL_TEXTS.sessionEnded.title });
  await expect(ended).toBeVisible(WITHIN_A_HEARTBEAT);
  await signIn(page, user);
  await expect(page.getByRole("alert").filter({ hasText: SIGN_IN_TEXTS.refused })).toBeVisible();
  expect((await page.request.get("/api/cockpit/assets")).status()).toBe(401);
});
