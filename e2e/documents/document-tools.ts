import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { type DocumentsQuery, documentsPath } from "@/components/documents/documents-query";
import { createStagedoorClient, type StagedoorClient } from "@/lib/client/stagedoor-client";
import { STATUS } from "@/lib/documents/rules/status";
import { createAsset, untilLive } from "../cockpit/cockpit-page";
import type { Product } from "../product";

/** Creates a client of the product, with all scopes. */
export const clientOf = ({ url, apiKey }: Product): StagedoorClient =>
  createStagedoorClient({ url, apiKey });

/**
 * Creates one A4 page with these lines, the first one 100 points below the upper edge, in the smallest form that readers
 * accept.
 */
function onePagePdf(lines: readonly string[]): Blob {
  const shown = lines.map((line) => `(${line}) Tj 0 -40 Td`).join(" ");
  const content = `BT /F1 18 Tf 72 742 Td ${shown} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return new Blob([text], { type: "application/pdf" });
}

const field = (
  ...[name, value, score, top, text]: readonly [string, string, number, number, string]
) => ({
  name,
  value,
  score,
  text,
  page: 1,
  method: "label",
  bbox: [0.12, top, 0.6, top + 0.025] as [number, number, number, number],
});

/** The text of the invoice. */
export const INVOICE_LINES: readonly string[] = [
  "Harbour Electrical Ltd",
  "Invoice number HE-20418",
  "Invoice date 12 March 2026",
  "Total due GBP 1,800.00",
];

/** The results that a processor reports for the invoice. */
const INVOICE = {
  documentClass: "invoice",
  score: 0.97,
  language: "en",
  pages: 3,
  processor: "e2e/1.0",
  alternatives: [{ documentClass: "utility-statement", score: 0.02 }],
  fields: [
    field("issuer", "Harbour Electrical Ltd", 0.86, 0.1, "Harbour Electrical Ltd"),
    field("invoiceNumber", "HE-20418", 0.99, 0.148, "Invoice number HE-20418"),
    field("issuedOn", "2026-03-12", 0.99, 0.195, "12 March 2026"),
    field("totalAmount", "1800.00", 0.62, 0.243, "1,800.00"),
    field("currency", "GBP", 0.97, 0.243, "GBP"),
  ],
  findings: [
    { code: "required-field-missing", parameters: { field: "dueOn" } },
    { code: "pages-not-read", parameters: { from: 2, to: 3 } },
  ],
};

/**
 * Creates an invoice, or a document of another class, at status 4 with its results, for a new asset unless one is given: as a
 * PDF, or with the given text.
 */
export async function arrangeInvoice(
  product: Product,
  {
    assetIdentifier = `INV-${randomUUID().slice(0, 8)}`,
    name = "Invoice March.pdf",
    text = null as string | null,
    documentClass = INVOICE.documentClass,
  } = {},
) {
  const client = clientOf(product);
  const file = text === null ? onePagePdf(INVOICE_LINES) : new Blob([text], { type: "text/plain" });
  const { uuid } = await client.handIn(file, { assetIdentifier, name });
  await client.report(uuid, { status: STATUS.processing });
  await client.report(uuid, {
    status: STATUS.waitingForReview,
    classification: { ...INVOICE, documentClass },
  });
  return { client, uuid, assetIdentifier, name };
}

/** Opens the page of a document and resolves when it is interactive and live. */
export async function openDocument(page: Page, uuid: string): Promise<void> {
  const answer = await page.goto(`/documents/${uuid}`);
  expect(answer?.status()).toBe(200);
  await untilLive(page);
}

/** Finds the heading of a document's page with the status beside it. */
export const statusOf = (page: Page): Locator =>
  page.getByRole("heading", { level: 1 }).locator("xpath=..");

/** Opens the list of all documents with a query, and resolves when it shows documents and is live. */
export async function openDocuments(
  page: Page,
  query: Partial<DocumentsQuery> = {},
): Promise<void> {
  await page.goto(documentsPath(query));
  await page.getByRole("rowheader").first().waitFor();
  await untilLive(page);
}

/** Finds the names of the documents of a list. */
export const names = (page: Page): Locator => page.getByRole("rowheader").getByRole("link");

/** Creates three documents of a new asset, and of another one an invoice with results that waits for a review. */
export async function arrangeLists(page: Page, product: Product) {
  const { identifier, name } = await createAsset(page);
  const client = clientOf(product);
  const handIn = (file: string) =>
    client.handIn(new Blob([randomUUID()]), { assetIdentifier: identifier, name: file });
  await handIn("Alpha lease.txt");
  const approved = await handIn("Beta lease.txt");
  await client.report(approved.uuid, { status: STATUS.approved });
  const deleted = await handIn("Gamma lease.txt");
  await client.delete(deleted.uuid);
  const invoice = await arrangeInvoice(product);
  return { identifier, name, invoice };
}
