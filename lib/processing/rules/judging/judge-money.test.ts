import { expect, test } from "vitest";
import { type DrawnDocument, judgeDrawing } from "../../testing/expect-judgement";

const DOCUMENTS: Readonly<Record<string, DrawnDocument>> = {
  "a German invoice": {
    documentClass: "invoice",
    language: "de",
    fields: {
      issuer: "Malerbetrieb Sonntag e.K.",
      invoiceNumber: "R24-00391",
      issuedOn: "2024-05-06",
      totalAmount: "2261.00",
      currency: "EUR",
      dueOn: "2024-05-20",
      vatId: "DE136695976",
      iban: "DE89370400440532013000",
    },
    drawing: `
      Malerbetrieb Sonntag e.K. · Feldweg 9 · 37073 Göttingen

      Wohnungsgenossenschaft Leine eG                  Rechnungs-Nr.   R24-00391
      Groner Straße 12                                 Datum           06.05.2024
      37073 Göttingen                                  Ihre Bestellung vom 11.04.2024

      # Rechnung

      Für die Renovierung des Treppenhauses berechnen wir wie folgt:
      Pos   Leistung                      Menge    Einzelpreis    Gesamt
      1     Wände streichen               95 m²    18,00          1.710,00
      2     Abdecken                      1        190,00         190,00
                                          Summe netto             1.900,00
                                          19 % MwSt.              361,00
                                          Rechnungsbetrag         2.261,00 €

      Bitte überweisen Sie den Betrag bis zum 20.05.2024 auf unser Konto.

      Bank: Sparkasse Göttingen, IBAN DE89 3704 0044
      0532 0130 00, BIC COBADEFF
      USt-IdNr.: DE136695976`,
  },
  "an English invoice": {
    documentClass: "invoice",
    language: "en",
    fields: {
      issuer: "Hartley & Sons Ltd",
      invoiceNumber: "20471",
      issuedOn: "2024-03-15",
      totalAmount: "1164.00",
      currency: "GBP",
      dueOn: "2024-04-14",
    },
    drawing: `
      # Hartley & Sons Ltd
      Unit 4, Canal Works, Leeds LS1 5DL

      INVOICE

      To: Brightwater Homes plc              Invoice no.    20471
      8 Dock Street                          Invoice date   15/03/2024
      Leeds LS10 1JB                         Due date       14/04/2024
                                             Order no.      88213

      Description                      Hours   Rate     Amount
      Boiler repair, plant room        8       £95.00   £760.00
      Parts                                             £210.00
                                               Subtotal   £970.00
                                               VAT 20%    £194.00
                                               Total due  £1,164.00`,
  },
  "a German statement of operating costs": {
    documentClass: "utility-statement",
    language: "de",
    fields: {
      provider: "Kirchhoff Hausverwaltungen GmbH",
      periodFrom: "2022-01-01",
      periodTo: "2022-12-31",
      totalAmount: "187.42",
      currency: "EUR",
    },
    drawing: `
      Kirchhoff Hausverwaltungen GmbH, Domplatz 3, 48143 Münster

      Familie
      Nguyen
      Warendorfer Straße 70
      48145 Münster                                        27.08.2023

      # Nebenkostenabrechnung 2022

      Abrechnungszeitraum: 01.01.2022 bis 31.12.2022
      Sehr geehrte Familie Nguyen, Ihre Abrechnung ergibt:

      Kostenart            Gesamtkosten    Umlageschlüssel   Ihr Anteil
      Grundsteuer          3.412,00 €      Wohnfläche        211,50 €
      Müllabfuhr           2.980,00 €      Personen          175,92 €
      Abzüglich Ihrer Vorauszahlungen                        200,00 €
      Nachzahlung                                            187,42 €`,
  },
  "an English energy bill": {
    documentClass: "utility-statement",
    language: "en",
    fields: {
      provider: "Peak Energy Supply Ltd",
      periodFrom: "2023-07-01",
      periodTo: "2023-09-30",
      totalAmount: "412.88",
      currency: "GBP",
    },
    drawing: `
      # Peak Energy Supply Ltd
      Your electricity statement

      Account number   8831 2207
      Supply address   Flat 2, 14 Moor Lane, Sheffield S1 4PL
      Billing period   1 July 2023 to 30 September 2023

      Meter reading   Previous 40211   Current 41870   kWh used 1659
      Standing charge            £48.76
      Electricity used           £344.46
      VAT at 5%                  £19.66
      Total amount due           £412.88`,
  },
  "a German land tax assessment": {
    documentClass: "tax-assessment",
    language: "de",
    fields: {
      authority: "Stadt Bocholt",
      fileNumber: "01.23456.7",
      taxType: "Grundsteuer B",
      period: "2024",
      amount: "618.40",
    },
    drawing: `
      Stadt Bocholt                                   Kassenzeichen   01.23456.7
      Der Bürgermeister
      Fachbereich Finanzen                            Datum           12.01.2024

      Herrn
      Paul Terhart
      Nordstraße 5
      46399 Bocholt

      # Bescheid über Grundbesitzabgaben für das Jahr 2024

      Abgabenart         Messbetrag    Hebesatz    Jahresbetrag
      Grundsteuer B      88,34 €       700 %       618,40 €
      Festgesetzt werden insgesamt                 618,40 €

      Rechtsbehelfsbelehrung: Gegen diesen Bescheid kann innerhalb eines Monats Widerspruch erhoben werden.`,
  },
  "an English council tax bill": {
    documentClass: "tax-assessment",
    language: "en",
    fields: {
      authority: "Sheffield City Council",
      fileNumber: "40918273",
      taxType: "COUNCIL TAX",
      amount: "1742.16",
    },
    drawing: `
      # Sheffield City Council
      COUNCIL TAX BILL 2023/24

      Account reference   40918273          Date of issue 08/03/2023
      Property band       B
      Adult social care precept   £31.10
      Total amount payable        £1,742.16

      Instalments: £174.22 on the first of each month.`,
  },
  "a German insurance policy": {
    documentClass: "insurance",
    language: "de",
    fields: {
      insurer: "Hanse Feuerversicherung AG",
      policyNumber: "WG 700 412 885",
      validFrom: "2024-01-01",
      validTo: "2025-01-01",
      premium: "1342.19",
    },
    drawing: `
      Hanse Feuerversicherung AG · Am Sandtorkai 1 · 20457 Hamburg

      # Versicherungsschein Wohngebäude
      Versicherungsschein-Nr.      WG 700 412 885
      Versicherungsnehmer          WEG Alte Mühle 4
      Versicherungsdauer           01.01.2024 bis 01.01.2025, jeweils 12:00 Uhr
      Versicherte Gefahren         Feuer, Leitungswasser, Sturm
      Selbstbeteiligung            250,00 EUR
      Jahresbeitrag inkl. Versicherungsteuer   1.342,19 EUR`,
  },
  "an English insurance schedule": {
    documentClass: "insurance",
    language: "en",
    fields: {
      insurer: "Beacon Mutual Insurance plc",
      policyNumber: "BM/PO/772310",
      validFrom: "2023-05-01",
      validTo: "2024-04-30",
      premium: "2980.50",
    },
    drawing: `
      # Landlord Insurance Schedule
      Insurer               Beacon Mutual Insurance plc
      Policy number         BM/PO/772310
      The insured           Mr T Okafor
      Period of insurance   1 May 2023 to 30 April 2024
      Buildings sum insured £850,000
      Excess                £250
      Total annual premium including tax   £2,980.50`,
  },
};

test.each(Object.entries(DOCUMENTS))(
  "%s is classified correctly, and its fields are extracted",
  (_, { drawing, ...truth }) => {
    expect(judgeDrawing({ drawing, ...truth })).toEqual(truth);
  },
);
