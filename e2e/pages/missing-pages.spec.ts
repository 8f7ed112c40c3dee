import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { NOTIFICATION_TEXTS } from "@/components/texts/en/delivery-texts";
import { DOCUMENT_PAGE_TEXTS } from "@/components/texts/en/document-page-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { NOT_FOUND_TEXTS } from "@/components/texts/en/not-found-texts";
import { test } from "../browser-test";
import { createAsset } from "../cockpit/cockpit-page";
import { handIn } from "../system-calls";

const NOTIFICATIONS = "/administration/external-dms/notifications";
const ASSET = "/cockpit/asset";
/** An identifier that no asset or document has. */
const UNUSED = `UNUSED-${randomUUID()}`;

const MISSING: readonly (readonly [path: string, title: string])[] = [
  [`${NOTIFICATIONS}/${randomUUID()}`, NOTIFICATION_TEXTS.notFoundTitle],
  [`${NOTIFICATIONS}/0`, NOTIFICATION_TEXTS.notFoundTitle],
  [`${NOTIFICATIONS}/%00`, NOTIFICATION_TEXTS.notFoundTitle],
  [ASSET, DOCUMENT_TEXTS.notFoundTitle],
  [`${ASSET}?identifier=`, DOCUMENT_TEXTS.notFoundTitle],
  [`${ASSET}?identifier=%00`, DOCUMENT_TEXTS.notFoundTitle],
  [`${ASSET}?identifier=a&identifier=b`, DOCUMENT_TEXTS.notFoundTitle],
  [`${ASSET}?identifier=${"x".repeat(256)}`, DOCUMENT_TEXTS.notFoundTitle],
  [`${ASSET}?identifier=${UNUSED}`, DOCUMENT_TEXTS.notFoundTitle],
  [`/documents/${randomUUID()}`, DOCUMENT_PAGE_TEXTS.notFoundTitle],
  ["/docs/problems/unknown", NOT_FOUND_TEXTS.title],
  ["/cockpit/nothing", NOT_FOUND_TEXTS.title],
  [NOTIFICATIONS, NOT_FOUND_TEXTS.title],
];

/** Finds the first link that the page offers. */
const wayOn = (page: Page) => page.getByRole("main").getByRole("link").first();

test("a page about something that does not exist returns 404 and says what is missing", async ({
  adminPage: page,
}) => {
  for (const [path, title] of MISSING) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(title);
    await expect(wayOn(page), path).toBeVisible();
  }
  await page.goto(`${ASSET}?identifier=${UNUSED}`);
  await page.getByRole("link", { name: NOT_FOUND_TEXTS.searchAsset(UNUSED) }).click();
  await expect(page.getByRole("searchbox")).toHaveValue(UNUSED);
  await page.goto("/no/such/page");
  await wayOn(page).click();
  await expect(page).toHaveURL("/cockpit");
});

test("a user who is not signed in finds links to sign-in and to the documentation", async ({
  page,
}) => {
  await page.goto("/no/such/page");
  await expect(page.getByRole("link", { name: NOT_FOUND_TEXTS.documentation })).toBeVisible();
  await page.getByRole("link", { name: NOT_FOUND_TEXTS.signIn, exact: true }).click();
  await expect(page).toHaveURL("/login");
  await page.goto("/docs/problems/unknown");
  await wayOn(page).click();
  await expect(page).toHaveURL("/docs");
});

test("an asset without documents, and documents without an asset, each have a page", async ({
  adminPage: page,
  product,
}) => {
  const { identifier } = await createAsset(page);
  expect((await page.goto(`${ASSET}?${new URLSearchParams({ identifier })}`))?.status()).toBe(200);
  await expect(page.getByText(DOCUMENT_TEXTS.emptyTitle)).toBeVisible();
  const unassigned = `UNASSIGNED-${randomUUID()}`;
  await handIn(product, unassigned, "a.pdf");
  const answer = await page.goto(`${ASSET}?${new URLSearchParams({ identifier: unassigned })}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByText(DOCUMENT_TEXTS.unassignedTitle)).toBeVisible();
});
