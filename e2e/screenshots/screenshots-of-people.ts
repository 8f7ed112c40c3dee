import { expect } from "@playwright/test";
import { DOCUMENT_PAGE_TEXTS } from "@/components/texts/en/document-page-texts";
import { PEOPLE_STATES } from "../accounts/people-states";
import { arrangeInvoice, openDocument } from "../documents/document-tools";
import { PHONE, type Shot } from "./shot";

/** The document is created for the first screenshot and used again for all later ones. */
const arranged: { uuid: string | null } = { uuid: null };

const openInvoice: Shot["arrange"] = async ({ page, product }) => {
  arranged.uuid ??= (await arrangeInvoice(product, { assetIdentifier: "BLD-0001" })).uuid;
  await openDocument(page, arranged.uuid);
  const preview = page.getByRole("region", { name: DOCUMENT_PAGE_TEXTS.previewTitle });
  await expect(preview.locator("canvas").first()).toBeVisible();
};

const stateOf = (
  file: string,
  state: keyof typeof PEOPLE_STATES,
  other: Partial<Shot> = {},
): Shot => ({
  file,
  ...other,
  arrange: async ({ page }) => {
    await PEOPLE_STATES[state]({ page, anotherSession: async () => undefined });
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 0));
  },
});

/** The pages of a document, of people, of keys and of the audit log. */
export const PEOPLE_SHOTS: readonly Shot[] = [
  { file: "document", arrange: openInvoice },
  { file: "document-dark", look: "dark", isWhole: true, arrange: openInvoice },
  { file: "document-phone", ...PHONE, isWhole: true, arrange: openInvoice },
  stateOf("users", "the users"),
  stateOf("users-invite", "the dialog for inviting a user, with mistakes"),
  stateOf("api-keys", "the API keys"),
  stateOf("api-key-new", "the dialog for a new API key"),
  stateOf("audit", "the audit log"),
  stateOf("audit-phone", "the audit log", PHONE),
  stateOf("account", "the account"),
];
