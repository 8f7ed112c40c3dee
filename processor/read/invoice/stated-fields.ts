import type { StatedFacts, StatedValue } from "@/lib/processing/rules/reading/file-facts";
import { currency, decimal, iban, isoDate, oneLine, vatId } from "./normalise";
import type { XmlLeaf } from "./xml-leaves";

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
export function statedFields(leaves: readonly XmlLeaf[]): StatedFacts | null {
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
