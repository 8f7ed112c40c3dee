import { expect } from "@playwright/test";
import { AUDIT_ACTION_TEXTS, AUDIT_TEXTS } from "@/components/texts/en/audit-texts";
import { test } from "../browser-test";

const PATH = "/administration/audit";
const FIRST_URL = "https://first.example.com/hook?token=hunter2";

test("an administrator sees who did what, and can filter the audit log, page through it and export it", async ({
  adminPage: page,
}, testInfo) => {
  // Fills more than one page without creating assets, because the cockpit's own tests would have to page past them.
  for (let change = 0; change < 30; change += 1) {
    for (const url of [FIRST_URL, "https://second.example.com/"]) {
      await page.request.put("/api/cockpit/webhook", { data: { url } });
    }
  }
  const data = { identifier: "AUD-59", name: "Asset 59", description: "" };
  expect((await page.request.post("/api/cockpit/assets", { data })).status()).toBe(201);
  await page.goto(PATH);
  const entries = page.getByRole("list").filter({ has: page.getByText("AUD-59") });
  await expect(entries.getByRole("listitem").first()).toContainText("created the asset AUD-59");
  for (const [name, width, colorScheme, forcedColors] of [
    ["light", 1280, "light", "none"],
    ["dark", 1280, "dark", "none"],
    ["phone", 390, "light", "none"],
    ["forced", 1280, "light", "active"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, forcedColors });
    await page.screenshot({ path: testInfo.outputPath(`audit-${name}.png`) });
  }
  await page.emulateMedia({ forcedColors: "none" });

  await page.getByRole("link", { name: AUDIT_TEXTS.older }).click();
  await expect(page.getByRole("link", { name: AUDIT_TEXTS.newest })).toBeVisible();
  await page.goBack();

  const label = AUDIT_ACTION_TEXTS["webhook-url-changed"].label;
  await page.getByLabel(AUDIT_TEXTS.action).selectOption({ label });
  await page.getByRole("button", { name: AUDIT_TEXTS.apply }).click();
  await expect(page).toHaveURL(/action=webhook-url-changed/);
  const changed = page.getByRole("listitem").filter({ hasText: "changed the webhook URL" });
  await expect(changed.first()).toContainText("https://first.example.com/hook?…");
  await expect(changed.first()).toContainText("https://second.example.com/");
  await expect(page.locator("body")).not.toContainText("hunter2");
  await expect(changed.first()).toContainText("in the chain");

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: AUDIT_TEXTS.csv }).click();
  expect((await downloading).suggestedFilename()).toBe("audit.csv");

  await page.getByRole("link", { name: AUDIT_TEXTS.reset }).click();
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  const file = "identifier,name\nAUD-60,Hof\nAUD-61,Haus\n";
  const headers = { "content-type": "text/csv" };
  const imports = await page.request.post("/api/cockpit/assets/imports", { data: file, headers });
  expect(imports.status()).toBe(200);
  await page.goto(PATH);
  await page.getByLabel(AUDIT_TEXTS.subject).fill("aud-61");
  await page.getByRole("button", { name: AUDIT_TEXTS.apply }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "imported assets" })).toHaveCount(1);
  await page.getByRole("link", { name: AUDIT_TEXTS.showRows(2) }).click();
  await expect(page.getByText(AUDIT_TEXTS.rowsShown)).toBeVisible();
  const asset = page.getByRole("listitem").filter({ hasText: "imported the asset AUD-61" });
  await expect(asset).toContainText("Haus");

  await page.goto(`${PATH}?from=yesterday`);
  await expect(page.getByText(AUDIT_TEXTS.badFilter)).toBeVisible();
});
