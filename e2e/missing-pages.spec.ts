import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { NOTIFICATION_TEXTS } from "@/components/texts/en/delivery-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { NOT_FOUND_TEXTS } from "@/components/texts/en/not-found-texts";
import { test } from "./browser-test";
import { createAsset } from "./cockpit/cockpit-page";
import { handIn } from "./system-calls";

const NOTIFICATIONS = "/administration/external-dms/notifications";
const ASSET = "/cockpit/asset";
/** Nobody uses it. */
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
  ["/docs/problems/unknown", NOT_FOUND_TEXTS.title],
  ["/cockpit/nothing", NOT_FOUND_TEXTS.title],
  [NOTIFICATIONS, NOT_FOUND_TEXTS.title],
];

test("a page of something that does not exist answers 404 and says what is missing", async ({
  adminPage: page,
}) => {
  for (const [path, title] of MISSING) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(title);
  }
});

test("an asset without documents, and documents without an asset, have their page", async ({
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
