import { expect, type Page } from "@playwright/test";
import { BULK_TEXTS } from "@/components/texts/en/bulk-texts";
import { EMPTY_TEXTS } from "@/components/texts/en/cockpit-empty-texts";
import { COCKPIT_TEXTS } from "@/components/texts/en/cockpit-texts";
import { ATTEMPT_TEXTS, PERIOD_TEXTS } from "@/components/texts/en/delivery-texts";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";
import { SEARCH_TEXTS } from "@/components/texts/en/search-texts";
import { SIGN_IN_TEXTS } from "@/components/texts/en/sign-in-texts";
import { SECRET_TEXTS, TEST_TEXTS, WEBHOOK_TEXTS } from "@/components/texts/en/webhook-texts";
import { signIn } from "../accounts/sign-in-page";
import { arrangeScenario } from "../arrange-scenario";
import { openAsset, openCockpit } from "../cockpit/cockpit-page";
import { fillTray } from "../cockpit/slow-uploads";
import { arrangeInvoice, openDocuments } from "../documents/document-tools";
import {
  announce,
  archiveAll,
  openAdministration,
  openNewest,
  setWebhook,
} from "../pages/page-states";
import { openQueue, untilShown } from "../review/review-tools";
import { PEOPLE_SHOTS } from "./screenshots-of-people";
import { PHONE, type Shot } from "./shot";

const ASSET_NAME = "Lindenhof office building";
const ASSET = "BLD-0001";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const openWithTray = async ({ page }: { readonly page: Page }) => {
  await openCockpit(page);
  await fillTray(page, ASSET_NAME);
};

const openFailing: Shot["arrange"] = async (tools) => {
  await openAdministration(tools.page);
  await expect(tools.page.getByText("Answered 503").first()).toBeVisible();
};

const openAssetWithDocuments: Shot["arrange"] = async ({ page }) => {
  await openAsset(page, ASSET);
  await expect(page.getByRole("rowheader").first()).toBeVisible();
};

const openAllDocuments: Shot["arrange"] = ({ page }) => openDocuments(page);

const REVIEWED_ASSET = "BLD-0103";

const openReview: Shot["arrange"] = async ({ page }) => {
  await openQueue(page, REVIEWED_ASSET);
  await untilShown(page, "Invoice March.pdf");
  await expect(page.locator("article:not([aria-hidden=true]) canvas").first()).toBeVisible();
};

/** Every page of the product. */
export const SHOTS: readonly Shot[] = [
  {
    file: "empty-cockpit",
    arrange: async ({ page }) => {
      await archiveAll(page, true);
      await openCockpit(page);
      await expect(page.getByText(EMPTY_TEXTS.none.title)).toBeVisible();
    },
  },
  {
    file: "administration-first-day",
    isWhole: true,
    arrange: ({ page }) => openAdministration(page),
  },
  {
    file: "webhook-refused",
    arrange: async ({ page }) => {
      await openAdministration(page);
      const field = page.getByLabel(WEBHOOK_TEXTS.urlLabel, { exact: true });
      await field.fill("https://10.0.0.7/stagedoor");
      await expect(field).toHaveAttribute("aria-invalid", "true");
    },
  },
  {
    file: "cockpit",
    arrange: async (tools) => {
      await archiveAll(tools.page, false);
      await setWebhook(tools, 200);
      await arrangeScenario(tools.page, tools.product);
      await openCockpit(tools.page);
    },
  },
  { file: "cockpit-dark", look: "dark", arrange: ({ page }) => openCockpit(page) },
  { file: "cockpit-phone", ...PHONE, arrange: ({ page }) => openCockpit(page) },
  {
    file: "unassigned",
    arrange: async ({ page }) => {
      await openAsset(page, "HVAC-77");
      await expect(page.getByRole("rowheader").first()).toBeVisible();
    },
  },
  {
    file: "new-asset",
    arrange: async ({ page }) => {
      await openCockpit(page);
      await button(page, COCKPIT_TEXTS.newAsset).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    file: "nothing-found",
    arrange: async ({ page }) => {
      await openCockpit(page);
      await page.getByRole("searchbox").fill("HVAC-81");
      await expect(page.getByText(EMPTY_TEXTS.notFound.title("HVAC-81"))).toBeVisible();
    },
  },
  { file: "asset", isWhole: true, arrange: openAssetWithDocuments },
  { file: "asset-dark", look: "dark", arrange: openAssetWithDocuments },
  { file: "asset-phone", ...PHONE, arrange: openAssetWithDocuments },
  {
    file: "asset-empty",
    arrange: async ({ page }) => {
      await openAsset(page, "VHC-0018");
      await expect(page.getByText(DOCUMENT_TEXTS.emptyTitle)).toBeVisible();
    },
  },
  {
    file: "review",
    arrange: async (tools) => {
      const place = { assetIdentifier: REVIEWED_ASSET };
      await arrangeInvoice(tools.product, { ...place, name: "Invoice March.pdf" });
      await arrangeInvoice(tools.product, { ...place, name: "Invoice April.txt", text: "April" });
      await openReview(tools);
    },
  },
  { file: "review-phone", ...PHONE, isWhole: true, arrange: openReview },
  { file: "documents", arrange: openAllDocuments },
  { file: "documents-phone", ...PHONE, arrange: openAllDocuments },
  {
    file: "documents-found",
    arrange: ({ page }) => openDocuments(page, { text: "harbour" }),
  },
  {
    file: "documents-selected",
    arrange: async ({ page }) => {
      await openDocuments(page, { assetIdentifier: ASSET });
      await page.getByRole("checkbox", { name: BULK_TEXTS.selectShown }).check();
    },
  },
  {
    file: "search",
    arrange: async ({ page }) => {
      await openCockpit(page);
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: SEARCH_TEXTS.placeholder }).fill("lease");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  {
    file: "delete-document",
    arrange: async ({ page }) => {
      await openAsset(page, ASSET);
      await page
        .getByRole("button", { name: /^Delete / })
        .first()
        .click();
      await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
    },
  },
  { file: "upload-tray", arrange: openWithTray },
  { file: "upload-tray-dark", look: "dark", arrange: openWithTray },
  { file: "upload-tray-phone", ...PHONE, arrange: openWithTray },
  {
    file: "webhook-test-result",
    arrange: async ({ page }) => {
      await openAdministration(page);
      await button(page, WEBHOOK_TEXTS.save).click();
      await expect(page.getByText(TEST_TEXTS.savedTitle)).toBeVisible();
    },
  },
  {
    file: "administration-failing",
    arrange: async (tools) => {
      await setWebhook(tools, 503);
      await announce(tools.product.apiKey, tools.product.url);
      await openFailing(tools);
    },
  },
  { file: "administration-dark", look: "dark", arrange: openFailing },
  { file: "administration-phone", ...PHONE, arrange: openFailing },
  {
    file: "notification",
    isWhole: true,
    arrange: async ({ page }) => {
      await openAdministration(page);
      await openNewest(page, "Answered 503");
      await page.getByText(ATTEMPT_TEXTS.details).first().click();
    },
  },
  {
    file: "new-secret",
    arrange: async (tools) => {
      await setWebhook(tools, 200);
      await openAdministration(tools.page);
      await button(tools.page, SECRET_TEXTS.create).click();
      await button(tools.page, SECRET_TEXTS.confirm).click();
      await expect(button(tools.page, SECRET_TEXTS.stored)).toBeVisible();
    },
  },
  {
    file: "resend-period",
    arrange: async ({ page }) => {
      await openAdministration(page);
      await button(page, PERIOD_TEXTS.open).click();
      await page.getByRole("dialog").getByLabel(PERIOD_TEXTS.state).selectOption("delivered");
      await button(page, PERIOD_TEXTS.count).click();
      await expect(page.getByRole("button", { name: /^Resend \d+$/ })).toBeVisible();
    },
  },
  { file: "administration", isWhole: true, arrange: ({ page }) => openAdministration(page) },
  ...PEOPLE_SHOTS,
  { file: "login", isPublic: true, arrange: ({ page }) => page.goto("/login") },
  {
    file: "login-dark",
    look: "dark",
    isPublic: true,
    arrange: async ({ page }) => {
      await page.goto("/login");
      await signIn(page, { email: "ada@example.test", password: "not the password" });
      await expect(page.getByText(SIGN_IN_TEXTS.refused)).toBeVisible();
    },
  },
  { file: "login-phone", ...PHONE, isPublic: true, arrange: ({ page }) => page.goto("/login") },
  { file: "import", isWhole: true, arrange: ({ page }) => page.goto("/cockpit/import") },
  { file: "api-reference", isPublic: true, arrange: ({ page }) => page.goto("/docs/api") },
  { file: "documentation", isPublic: true, arrange: ({ page }) => page.goto("/docs") },
  { file: "not-found", isPublic: true, arrange: ({ page }) => page.goto("/no/such/page") },
];
