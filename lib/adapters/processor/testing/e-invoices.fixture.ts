const XML = '<?xml version="1.0" encoding="UTF-8"?>';

/** Returns a Cross Industry Invoice of EN 16931, as written by Factur-X, ZUGFeRD 2 and XRechnung. */
export const aCiiInvoice = () => `${XML}
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:ram" xmlns:udt="urn:udt">
  <rsm:ExchangedDocument>
    <ram:ID>RE-4711</ram:ID><ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20260201</udt:DateTimeString></ram:IssueDateTime>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:ApplicableHeaderTradeAgreement>
      <ram:SellerTradeParty><ram:Name>Nord GmbH</ram:Name>
        <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE 123456789</ram:ID></ram:SpecifiedTaxRegistration>
      </ram:SellerTradeParty>
      <ram:BuyerTradeParty><ram:Name>Max Muster</ram:Name></ram:BuyerTradeParty>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeSettlement>
      <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementPaymentMeans><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE02120300000000202051</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20260215</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>1000.00</ram:TaxBasisTotalAmount><ram:GrandTotalAmount currencyID="EUR">1190.00</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`;

/** Returns the same invoice as ZUGFeRD 1. */
export const aZugferd1Invoice = () =>
  aCiiInvoice()
    .replaceAll("CrossIndustryInvoice", "CrossIndustryDocument")
    .replaceAll("rsm:ExchangedDocument", "rsm:HeaderExchangedDocument")
    .replaceAll("rsm:SupplyChainTradeTransaction", "rsm:SpecifiedSupplyChainTradeTransaction")
    .replaceAll("ApplicableHeaderTrade", "ApplicableSupplyChainTrade")
    .replaceAll(
      "SpecifiedTradeSettlementHeaderMonetarySummation",
      "SpecifiedTradeSettlementMonetarySummation",
    );

/** Returns the same invoice as UBL, without trailing zeros in amounts. */
export const aUblDocument = (root: "Invoice" | "CreditNote") => `${XML}
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:cac" xmlns:cbc="urn:cbc">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>
  <cbc:ID>RE-4711</cbc:ID><cbc:IssueDate>2026-02-01</cbc:IssueDate>
  ${root === "Invoice" ? "<cbc:DueDate>2026-02-15</cbc:DueDate>" : ""}
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party>
    <cac:PartyName><cbc:Name>Nord</cbc:Name></cac:PartyName>
    <cac:PartyTaxScheme><cbc:CompanyID>DE123456789</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>Nord GmbH</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:PaymentMeans>${root === "Invoice" ? "" : "<cbc:PaymentDueDate>2026-02-15</cbc:PaymentDueDate>"}<cac:PayeeFinancialAccount><cbc:ID>DE02 1203 0000 0000 2020 51</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
  <cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="EUR">1190</cbc:TaxInclusiveAmount><cbc:PayableAmount currencyID="EUR">1190</cbc:PayableAmount></cac:LegalMonetaryTotal>
</${root}>`;
