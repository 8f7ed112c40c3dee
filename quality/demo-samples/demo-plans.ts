import { type DocumentPlan, foot, left, pairs, right, table, text, title } from "../document-plan";

type DrawnPlan = Pick<DocumentPlan, "blocks">;

/** A lease in German. */
export const GERMAN_LEASE: DrawnPlan = {
  blocks: [
    title("Mietvertrag über Gewerberäume"),
    text("zwischen der Merkur Grundbesitz GmbH, Lindenallee 12, 50667 Köln, – Vermieterin –"),
    text("und der Aufzugtechnik Brenner GmbH & Co. KG, Hauptstraße 4, 80331 München, – Mieterin –"),
    text(
      "§ 1 Mietobjekt. Vermietet werden die Büroräume im 2. Obergeschoss des Hauses Goethestraße 8, 50667 Köln, mit einer Mietfläche von 412,50 m².",
    ),
    text(
      "§ 2 Mietzeit. Das Mietverhältnis beginnt am 01.04.2026 und endet am 31.03.2031. Die Kündigungsfrist beträgt sechs Monate zum Ende eines Quartals.",
    ),
    pairs(
      "columns",
      ["Monatliche Nettokaltmiete", "6.187,50 EUR"],
      ["Nebenkostenvorauszahlung", "1.031,25 EUR"],
      ["Kaution", "18.562,50 EUR"],
    ),
    text("§ 3 Die Miete ist monatlich im Voraus zu zahlen. Änderungen bedürfen der Schriftform."),
    text("Köln, den 15.01.2026"),
  ],
};

/** An invoice in English, without machine-readable data. */
export const ENGLISH_INVOICE: DrawnPlan = {
  blocks: [
    right("Harbour Electrical Ltd", "22 Station Road, Bristol BS1 6QF"),
    left("Northgate Property LLP", "Accounts payable", "7 Victoria Avenue, London SW1A 2AA"),
    title("Invoice"),
    pairs(
      "columns",
      ["Invoice number:", "HE-20418"],
      ["Invoice date:", "12 March 2026"],
      ["Due date:", "11 April 2026"],
    ),
    table(
      ["Description", "Quantity", "Amount"],
      ["Emergency lighting test, basement", "1", "£480.00"],
      ["Replacement of 12 luminaires", "12", "£1,020.00"],
    ),
    pairs("right", ["Subtotal", "£1,500.00"], ["VAT 20%", "£300.00"], ["Total due", "£1,800.00"]),
    text("Please pay to IBAN GB29 NWBK 6016 1331 9268 19 and quote the invoice number."),
    foot("Harbour Electrical Ltd · Registered in England · VAT No. GB 999 9999 73"),
  ],
};

/** The visible page of an invoice in German; its XML is attached. */
export const GERMAN_INVOICE: DrawnPlan = {
  blocks: [
    right("Nord GmbH", "Am Bahnhof 3", "24103 Kiel"),
    left("Max Muster", "Rosengasse 17", "24103 Kiel"),
    title("Rechnung"),
    pairs(
      "columns",
      ["Rechnungsnummer", "RE-4711"],
      ["Rechnungsdatum", "01.02.2026"],
      ["Fällig am", "15.02.2026"],
    ),
    table(["Pos.", "Bezeichnung", "Betrag"], ["1", "Wartung der Heizung", "1.000,00 EUR"]),
    pairs(
      "right",
      ["Nettobetrag", "1.000,00 EUR"],
      ["zzgl. 19 % MwSt.", "190,00 EUR"],
      ["Rechnungsbetrag", "1.190,00 EUR"],
    ),
    foot("Nord GmbH · IBAN DE02 1203 0000 0000 2020 51 · USt-IdNr. DE123456789"),
  ],
};
