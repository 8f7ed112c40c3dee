import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { aCiiInvoice } from "@/lib/adapters/processor/testing/e-invoices.fixture";
import {
  makeDocx,
  makeXlsx,
  paragraph,
} from "@/lib/adapters/processor/testing/make-office.fixture";
import type { DocumentPlan } from "../document-plan";
import { drawPage, pdfOf } from "../draw-pdf";
import { layOut } from "../lay-out";
import { createMeasure } from "../make-documents";
import { createSeededRandom } from "../seeded-random";
import { ENGLISH_INVOICE, GERMAN_INVOICE, GERMAN_LEASE } from "./demo-plans";

// `npm run demo-samples` writes the documents that `npm run demo` uploads for processing. They are part of the
// repository.
const FOLDER = fileURLToPath(new URL("../../cli/demo/documents", import.meta.url));
const SEED = 15;
const MADE_ON = new Date("2026-01-15T12:00:00Z");
const INVOICE_XML = "factur-x.xml";

const LETTER = [
  "Keller Fire Protection Ltd",
  "9 Church Street",
  "Leeds LS1 5DL",
  "3 March 2026",
  "Mrs Priya Patel",
  "Kingsway Holdings plc",
  "41 Mill Lane",
  "Leeds LS1 5DL",
  "Subject: Access to plant rooms in April",
  "Dear Mrs Patel,",
  "Thank you for your letter of 20 February 2026. Our engineers will need access to the plant rooms on 14 April.",
  "Yours sincerely,",
  "Grace Bennett",
];

const SHEET = [
  ["Betriebskostenabrechnung 2025"],
  ["Vermieter", "Wohnbau Isar eG"],
  ["Mieter", "Tobias Seidel"],
  ["Objekt", "Schloßweg 21, 80331 München"],
  ["Abrechnungszeitraum", "01.01.2025 – 31.12.2025"],
  ["Kostenart", "Umlageschlüssel", "Ihr Anteil"],
  ["Grundsteuer", "Wohnfläche", "214,60 EUR"],
  ["Heizung und Warmwasser", "Verbrauch", "1.088,15 EUR"],
  ["Summe der Kosten", "", "1.302,75 EUR"],
  ["Vorauszahlungen", "", "1.200,00 EUR"],
  ["Nachzahlung", "", "102,75 EUR"],
];

const rows = SHEET.map(
  (cells) =>
    `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`,
).join("");

/** Lays out and draws a document as the benchmark does, always with the same seed, and with an optional attachment. */
function toPdf(plan: Pick<DocumentPlan, "blocks">, attachment: string | null = null) {
  const pages = layOut({ ...plan, fields: {} }, createSeededRandom(SEED), createMeasure());
  return pdfOf((pdf) => {
    for (const page of pages) drawPage(pdf, page);
    if (attachment === null) return;
    const dates = { creationDate: MADE_ON, modifiedDate: MADE_ON };
    pdf.file(Buffer.from(attachment), { name: INVOICE_XML, type: "text/xml", ...dates });
  });
}

const lease = await toPdf(GERMAN_LEASE);
const files: Readonly<Record<string, Buffer>> = {
  "mietvertrag.pdf": lease,
  "invoice.pdf": await toPdf(ENGLISH_INVOICE),
  "rechnung-mit-xml.pdf": await toPdf(GERMAN_INVOICE, aCiiInvoice()),
  "betriebskosten.xlsx": makeXlsx({ Abrechnung: rows }),
  "letter.docx": makeDocx(LETTER.map(paragraph).join("")),
  // The file that an interrupted transfer would leave.
  "broken.pdf": lease.subarray(0, 500),
};
await mkdir(FOLDER, { recursive: true });
for (const [name, bytes] of Object.entries(files)) await writeFile(join(FOLDER, name), bytes);
