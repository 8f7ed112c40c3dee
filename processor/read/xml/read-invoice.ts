import { sniff } from "@/lib/processing/rules/formats/sniff";
import type { StatedFacts, StatedValue } from "@/lib/processing/rules/reading/page-text";
import { ReadError } from "../reading-context";
import { decodeText } from "../text/text-pages";
import { type Attributes, createXmlFeed } from "./parse-xml";

/** An e-invoice, as data and as rows for people. */
export interface Invoice {
  readonly stated: StatedFacts;
  /** One row per value, which consists of a label and the value. */
  readonly rows: readonly (readonly string[])[];
}

/**
 * Reads an e-invoice: a Cross Industry Invoice or a UBL invoice or credit note.
 * @throws ReadError `corrupt`, `limit-exceeded`, or `format-not-read` if it is another kind of XML
 */
export function readInvoice(bytes: Uint8Array): Invoice {
  const leaves = xmlLeaves(decodeText(bytes, sniff(bytes).encoding ?? "utf-8"));
  const stated = statedFields(leaves);
  if (stated === null) throw new ReadError("format-not-read", { format: "application/xml" });
  return { stated, rows: leaves.map(rowOf) };
}

/**
 * Returns a label and a value, such as `Seller Trade Party Name` and `Nord GmbH`. The label consists of the words in the
 * names of the last two elements.
 */
function rowOf({ path, text, attributes }: XmlLeaf): string[] {
  const names = path.split("/").slice(1).slice(-2);
  const label = names.map((name) => name.replace(/([a-z])([A-Z])/g, "$1 $2")).join(" ");
  const value = isoDate(text, attributes.format) ?? text;
  return [label, attributes.currencyID ? `${value} ${attributes.currencyID}` : value];
}

/** The paths of one field in the document, best first, and the format of its value. */
interface Place {
  readonly field: string;
  readonly paths: readonly RegExp[];
  readonly normalise: (text: string, leaf: XmlLeaf) => string | null;
}

const date = (text: string, leaf: XmlLeaf) => isoDate(text, leaf.attributes.format);
/**
 * Other kinds of tax numbers have the same path and differ in `schemeID`; UBL names the kind in a separate element
 * instead.
 */
const vat = (text: string, { attributes }: XmlLeaf) =>
  attributes.schemeID === undefined || attributes.schemeID === "VA" ? vatId(text) : null;

/** UN/CEFACT Cross Industry Invoice, and its draft used by ZUGFeRD 1. */
const CII: readonly Place[] = [
  place("issuer", oneLine, /SellerTradeParty\/Name$/),
  place("invoiceNumber", oneLine, /^[^/]+\/(Header)?ExchangedDocument\/ID$/),
  place("issuedOn", date, /^[^/]+\/(Header)?ExchangedDocument\/IssueDateTime\/DateTimeString$/),
  place(
    "totalAmount",
    decimal,
    /HeaderMonetarySummation\/GrandTotalAmount$/,
    /TradeSettlementMonetarySummation\/GrandTotalAmount$/,
  ),
  place("currency", currency, /\/InvoiceCurrencyCode$/),
  place("dueOn", date, /TradePaymentTerms\/DueDateDateTime\/DateTimeString$/),
  place("vatId", vat, /SellerTradeParty\/SpecifiedTaxRegistration\/ID$/),
  place("iban", iban, /PayeePartyCreditorFinancialAccount\/IBANID$/),
];

/** OASIS UBL 2, Invoice and CreditNote. */
const UBL: readonly Place[] = [
  place(
    "issuer",
    oneLine,
    /^[^/]+\/AccountingSupplierParty\/Party\/PartyLegalEntity\/RegistrationName$/,
    /^[^/]+\/AccountingSupplierParty\/Party\/PartyName\/Name$/,
  ),
  place("invoiceNumber", oneLine, /^[^/]+\/ID$/),
  place("issuedOn", date, /^[^/]+\/IssueDate$/),
  place(
    "totalAmount",
    decimal,
    /^[^/]+\/LegalMonetaryTotal\/TaxInclusiveAmount$/,
    /^[^/]+\/LegalMonetaryTotal\/PayableAmount$/,
  ),
  place("currency", currency, /^[^/]+\/DocumentCurrencyCode$/),
  place("dueOn", date, /^[^/]+\/DueDate$/, /^[^/]+\/PaymentMeans\/PaymentDueDate$/),
  place("vatId", vat, /^[^/]+\/AccountingSupplierParty\/Party\/PartyTaxScheme\/CompanyID$/),
  place("iban", iban, /^[^/]+\/PaymentMeans\/PayeeFinancialAccount\/ID$/),
];

function place(field: string, normalise: Place["normalise"], ...paths: RegExp[]): Place {
  return { field, paths, normalise };
}

/**
 * Returns the facts that an e-invoice states, as far as they can be understood; null if this XML is not a known kind of
 * invoice.
 */
function statedFields(leaves: readonly XmlLeaf[]): StatedFacts | null {
  const root = leaves[0]?.path.split("/")[0];
  const isCii = root === "CrossIndustryInvoice" || root === "CrossIndustryDocument";
  if (!isCii && root !== "Invoice" && root !== "CreditNote") return null;
  const values = (isCii ? CII : UBL).flatMap((wanted) => valueAt(leaves, wanted) ?? []);
  return { documentClass: "invoice", source: isCii ? "cii" : "ubl", values };
}

function valueAt(
  leaves: readonly XmlLeaf[],
  { field, paths, normalise }: Place,
): StatedValue | null {
  for (const path of paths) {
    for (const leaf of leaves) {
      const value = path.test(leaf.path) ? normalise(leaf.text, leaf) : null;
      if (value !== null) return { field, value, text: leaf.text.replace(/\s+/g, " ") };
    }
  }
  return null;
}

/** An element that contains text and no other element. */
export interface XmlLeaf {
  /** The local names of the elements from the root down, joined by `/`. */
  readonly path: string;
  readonly text: string;
  readonly attributes: Attributes;
}

const LEAVES_MAX = 50_000;
/** Longer text is a file in Base64. */
const TEXT_MAX = 10_000;
const SLICE_CHARACTERS = 64 * 1024;

/**
 * Returns the leaves of an XML document, in order.
 * @throws ReadError like `createXmlFeed`
 */
function xmlLeaves(xml: string): XmlLeaf[] {
  const leaves: XmlLeaf[] = [];
  const path: string[] = [];
  const current = { text: "", attributes: {} as Attributes, isLeaf: false };
  const feed = createXmlFeed({
    open(name, attributes) {
      path.push(name);
      Object.assign(current, { text: "", attributes, isLeaf: true });
    },
    text(text) {
      if (current.text.length <= TEXT_MAX) current.text += text;
    },
    close() {
      const text = current.text.trim();
      if (current.isLeaf && text !== "" && text.length <= TEXT_MAX && leaves.length < LEAVES_MAX) {
        leaves.push({ path: path.join("/"), text, attributes: current.attributes });
      }
      path.pop();
      Object.assign(current, { text: "", isLeaf: false });
    },
  });
  for (let start = 0; start < xml.length; start += SLICE_CHARACTERS) {
    feed.write(xml.slice(start, start + SLICE_CHARACTERS));
  }
  feed.end();
  return leaves;
}

/**
 * Converts a date of an e-invoice to ISO; null if it is not a date. `format` is a UN/CEFACT code, in which 102 means
 * `YYYYMMDD`.
 */
function isoDate(text: string, format: string | undefined): string | null {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const dashed = /^(\d{4})-(\d{2})-(\d{2})(?:$|[TZ+-])/.exec(text);
  const match = format === undefined || format === "102" ? (compact ?? dashed) : dashed;
  if (!match) return null;
  const [, year, month, day] = match;
  const iso = `${year}-${month}-${day}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // `Date` would turn 31 February into 3 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** Converts an amount to a decimal with a point and at least two decimal places; null if it is not an amount. */
function decimal(text: string): string | null {
  const match = /^([+-]?)0*(\d{1,15})(?:\.(\d{0,15}))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole = "0", places = ""] = match;
  const digits = places.replace(/0+$/, "").padEnd(2, "0");
  return `${sign === "-" ? "-" : ""}${whole}.${digits}`;
}

/** Returns an IBAN without spaces; null if it does not have the form of an IBAN. */
function iban(text: string): string | null {
  const compact = text.replace(/\s/g, "").toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact) ? compact : null;
}

/** Returns a VAT id without spaces; null if it does not have the form of a VAT id. */
function vatId(text: string): string | null {
  const compact = text.replace(/[\s.-]/g, "").toUpperCase();
  return /^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(compact) ? compact : null;
}

/** Returns a currency code; null if the text is not a currency code. */
function currency(text: string): string | null {
  const code = text.toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

/** Returns a name or a number on one line, otherwise unchanged; null if the text is empty. */
function oneLine(text: string): string | null {
  const line = text.replace(/\s+/g, " ").trim();
  return line === "" || line.length > 500 ? null : line;
}
