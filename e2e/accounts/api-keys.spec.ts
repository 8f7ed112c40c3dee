import { expect, type Page } from "@playwright/test";
import {
  API_KEY_TEXTS,
  NEW_API_KEY_TEXTS,
  ROTATE_API_KEY_TEXTS,
  SCOPE_TEXTS,
  SHOWN_API_KEY_TEXTS,
} from "@/components/texts/en/api-key-texts";
import { test } from "../browser-test";
import { faultsOf } from "../page-faults";
import type { Product } from "../product";

const PAGE = "/administration/api-keys";
const DOCUMENTS = "/external-api/staged-documents?limit=1";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const entry = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

async function openKeys(page: Page): Promise<void> {
  await page.goto(PAGE);
  await button(page, API_KEY_TEXTS.create).waitFor();
}

/** Creates a key on the page. @returns the key that the page shows */
async function createKey(page: Page, name: string, networks = ""): Promise<string> {
  await button(page, API_KEY_TEXTS.create).click();
  await page.getByLabel(NEW_API_KEY_TEXTS.name, { exact: true }).fill(name);
  await page.getByLabel(SCOPE_TEXTS["documents:read"]).check();
  await page.getByLabel(NEW_API_KEY_TEXTS.networks).fill(networks);
  await button(page, NEW_API_KEY_TEXTS.submit).click();
  return shownKey(page);
}

async function shownKey(page: Page): Promise<string> {
  const shown = page.getByLabel(SHOWN_API_KEY_TEXTS.label, { exact: true });
  await expect(shown).toHaveText(/^sd_[\w-]{43}$/);
  return (await shown.textContent()) ?? "";
}

const statusOf = async ({ url }: Product, key: string) => {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${url}${DOCUMENTS}`, { headers })).status;
};

test("a key is created, shown once together with an example call that works, rotated and revoked", async ({
  adminPage: page,
  product,
}) => {
  await openKeys(page);
  const key = await createKey(page, "warehouse scanner");
  const call = page.getByRole("region", { name: SHOWN_API_KEY_TEXTS.callLabel });
  await expect(call).toContainText(`curl -H 'Authorization: Bearer ${key}'`);
  await expect(call).toContainText(`'${product.url}${DOCUMENTS}'`);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await button(page, SHOWN_API_KEY_TEXTS.stored).click();
  expect(await page.content()).not.toContain(key);
  expect(await statusOf(product, key)).toBe(200);

  const first = entry(page, "warehouse scanner");
  await expect(first).toContainText(SCOPE_TEXTS["documents:read"]);
  await first.getByRole("button", { name: API_KEY_TEXTS.rotate }).click();
  await page.getByText(ROTATE_API_KEY_TEXTS.overlaps["1h"]).click();
  expect(await faultsOf(page)).toEqual([]);
  await button(page, ROTATE_API_KEY_TEXTS.submit).click();
  const replacement = await shownKey(page);
  await expect(page.getByText(SHOWN_API_KEY_TEXTS.previous)).toBeVisible();
  await button(page, SHOWN_API_KEY_TEXTS.stored).click();
  expect([await statusOf(product, key), await statusOf(product, replacement)]).toEqual([200, 200]);

  const old = entry(page, "warehouse scanner").filter({ hasText: API_KEY_TEXTS.expiringSoon });
  await old.getByRole("button", { name: API_KEY_TEXTS.revoke }).click();
  await expect(page.getByText(API_KEY_TEXTS.revokePoints[0])).toBeVisible();
  await button(page, API_KEY_TEXTS.revokeConfirm).click();
  await expect(page.getByText(API_KEY_TEXTS.revokedToast("warehouse scanner"))).toBeVisible();
  await page.getByText(/^Revoked and expired keys/).click();
  await expect(entry(page, "warehouse scanner").last()).toContainText(API_KEY_TEXTS.revoked);
  await expect.poll(() => statusOf(product, key), { timeout: 5_000 }).toBe(401);
  expect(await statusOf(product, replacement)).toBe(200);
  expect(await faultsOf(page)).toEqual([]);
});

test("a mistake in a new key is reported next to its field, and no key is created", async ({
  adminPage: page,
}) => {
  await openKeys(page);
  await button(page, API_KEY_TEXTS.create).click();
  await button(page, NEW_API_KEY_TEXTS.submit).click();
  await expect(page.getByText(NEW_API_KEY_TEXTS.nameMissing)).toBeVisible();
  await expect(page.getByText(NEW_API_KEY_TEXTS.scopesMissing)).toBeVisible();
  await expect(page.getByLabel(NEW_API_KEY_TEXTS.name, { exact: true })).toBeFocused();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel(NEW_API_KEY_TEXTS.name, { exact: true }).fill("fenced");
  await page.getByLabel(SCOPE_TEXTS["documents:read"]).check();
  await page.getByLabel(NEW_API_KEY_TEXTS.networks).fill("10.1.2.3/8");
  await button(page, NEW_API_KEY_TEXTS.submit).click();
  await expect(page.getByText(/names an address inside a network/)).toBeVisible();
});

test("a key restricted to some networks is rejected from other networks, and the list shows its networks", async ({
  adminPage: page,
  product,
}) => {
  await openKeys(page);
  const [here, elsewhere] = ["127.0.0.0/8", "203.0.113.0/24"];
  const key = await createKey(page, "here", `${here}\n${elsewhere}`);
  await button(page, SHOWN_API_KEY_TEXTS.stored).click();
  await expect(entry(page, "here")).toContainText(`${here}, ${elsewhere}`);
  expect(await statusOf(product, key)).toBe(200);
  const fenced = await createKey(page, "elsewhere", elsewhere);
  expect(await statusOf(product, fenced)).toBe(403);
});
