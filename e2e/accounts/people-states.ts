import { expect, type Page } from "@playwright/test";
import type { PageState } from "@/app/pages";
import { SESSION_TEXTS } from "@/components/texts/en/account-texts";
import { API_KEY_TEXTS } from "@/components/texts/en/api-key-texts";
import { AUDIT_TEXTS } from "@/components/texts/en/audit-texts";
import {
  PASSWORD_LINK_TEXTS,
  USER_DIALOG_TEXTS,
  USERS_TEXTS,
} from "@/components/texts/en/user-texts";
import { openCockpit } from "../cockpit/cockpit-page";
import { button, dialogOf } from "../page-parts";

/** The tools that a test needs to bring a page about people into a state. */
interface PeopleTools {
  readonly page: Page;
  /** Signs in to the same account in another browser. */
  readonly anotherSession: () => Promise<void>;
}

const USERS = "/administration/users";
const API_KEYS = "/administration/api-keys";

/** Invites a new user, because administrators cannot create a link for their own account; returns the URL of the link. */
async function newLink(page: Page): Promise<string> {
  await page.goto(USERS);
  await button(page, USERS_TEXTS.invite).click();
  const email = `${crypto.randomUUID()}@example.test`;
  await page.getByLabel(USER_DIALOG_TEXTS.email, { exact: true }).fill(email);
  await page.getByLabel(USER_DIALOG_TEXTS.name, { exact: true }).fill("Lou");
  await button(page, USER_DIALOG_TEXTS.invite.submit).click();
  const link = page.getByRole("status", { name: USER_DIALOG_TEXTS.link.label });
  return new URL((await link.textContent()) ?? "").pathname;
}

/**
 * Sends the message that another tab of the same browser sends when the user signs out there, without ending the session.
 */
async function sayThatAnotherTabSignedOut(page: Page): Promise<void> {
  await page.evaluate(() =>
    new BroadcastChannel("stagedoor.session").postMessage({ kind: "signed-out" }),
  );
}

/** The states of the pages about accounts, keys and the audit log. */
export const PEOPLE_STATES = {
  "the API keys": async ({ page }) => {
    await page.goto(API_KEYS);
    await expect(button(page, API_KEY_TEXTS.create)).toBeVisible();
  },
  "the dialog for a new API key": async ({ page }) => {
    await page.goto(API_KEYS);
    await button(page, API_KEY_TEXTS.create).click();
    await expect(dialogOf(page)).toBeVisible();
  },
  "the users": ({ page }) => page.goto(USERS),
  "the menu of a user": async ({ page }) => {
    await page.goto(USERS);
    await button(page, USERS_TEXTS.actionsFor("Administrator")).click();
    await expect(page.getByRole("menu")).toBeVisible();
  },
  "the dialog for inviting a user, with mistakes": async ({ page }) => {
    await page.goto(USERS);
    await button(page, USERS_TEXTS.invite).click();
    await button(page, USER_DIALOG_TEXTS.invite.submit).click();
    await expect(dialogOf(page).locator("[aria-invalid=true]")).toBeVisible();
  },
  "a link that is shown once": async ({ page }) => {
    await newLink(page);
  },
  "the page for choosing a password": async ({ page }) => {
    await page.goto(await newLink(page));
    await expect(button(page, PASSWORD_LINK_TEXTS.submit)).toBeVisible();
  },
  "the audit log": async ({ page }) => {
    await page.goto("/administration/audit");
    await page.getByText(AUDIT_TEXTS.verifyTitle).click();
  },
  "the audit log without matching entries": async ({ page }) => {
    await page.goto("/administration/audit?who=nobody&from=yesterday");
    await expect(page.getByText(AUDIT_TEXTS.badFilter)).toBeVisible();
  },
  "the account": ({ page }) => page.goto("/account"),
  "the question before ending all other sessions": async ({ page, anotherSession }) => {
    await anotherSession();
    await page.goto("/account");
    await button(page, SESSION_TEXTS.endOthers).click();
    await expect(dialogOf(page)).toBeVisible();
  },
  "a tab after signing out in another tab": async ({ page }) => {
    await openCockpit(page);
    await sayThatAnotherTabSignedOut(page);
    await expect(dialogOf(page)).toBeVisible();
  },
} satisfies Readonly<Partial<Record<PageState, (tools: PeopleTools) => Promise<unknown>>>>;
