import { expect, test } from "vitest";
import { type DrawnDocument, judgeDrawing } from "../../testing/expect-judgement";

/** Documents whose heading contradicts the words below it. */
const DOCUMENTS: Readonly<Record<string, DrawnDocument>> = {
  "an amendment with an ordinal number": {
    documentClass: "lease-amendment",
    language: "en",
    fields: { amendmentNumber: "2" },
    drawing: `
      # SECOND AMENDMENT
      to the Commercial Lease dated 4 May 2019

      This Second Amendment is made between Quayside Lettings Limited as landlord and Tern Bakery Limited as tenant.
      The Tenant shall pay a monthly rent of £2,400 for the Premises from 1 June 2024.
      The Landlord lets the additional store room to the Tenant. The security deposit is unchanged.`,
  },
  "an agreement with a different name that changes a lease contract": {
    documentClass: "lease-amendment",
    language: "de",
    fields: {},
    drawing: `
      # Vereinbarung zur Änderung des Mietvertrages vom 3. Mai 2018

      zwischen der Baugesellschaft Süderelbe mbH, Harburger Ring 5, 21073 Hamburg, als Vermieterin
      und Herrn Jonas Petersen, als Mieter.

      § 1  Die Mietzeit wird bis zum 31. Dezember 2027 verlängert.
      § 2  Die Nettokaltmiete beträgt ab dem 1. Januar 2025 monatlich 1.240,00 EUR. Die Kaution bleibt gleich.
      § 3  Kündigungsfrist und Nebenkosten richten sich nach dem Vertrag.`,
  },
  "a premium that an insurer charges": {
    documentClass: "invoice",
    language: "de",
    fields: { totalAmount: "318.40" },
    drawing: `
      Nordsee Versicherung AG
      Deichstraße 1, 26721 Emden

      Frau
      Wiebke Janssen
      Am Sieltief 9
      26506 Norden

      # Beitragsrechnung zur Gebäudeversicherung Nr. 44.120.7
      Emden, 12. Februar 2025

      Versicherungsort: Am Sieltief 9, 26506 Norden
      Versicherungsschutz: Feuer, Leitungswasser, Sturm. Versicherungssumme 1914: 21.000 Mark.
      Selbstbeteiligung 500 EUR

      Jahresbeitrag                                         267,56 EUR
      Versicherungsteuer 19 %                                50,84 EUR
      Rechnungsbetrag                                       318,40 EUR

      Bitte überweisen Sie den Betrag bis zum 1. März 2025.`,
  },
  "a word that is written with a hyphen": {
    documentClass: "utility-statement",
    language: "de",
    fields: {},
    drawing: `
      Hausverwaltung Lüders KG

      # BETRIEBSKOSTEN-ABRECHNUNG 2024

      Mieter: Familie Arslan
      Abrechnungszeitraum: 01.01.2024 - 31.12.2024

      Grundsteuer                                   184,20 EUR
      Müllabfuhr                                     96,10 EUR
      Summe                                         280,30 EUR
      Voraus-Zahlungen                              240,00 EUR
      Nach-Zahlung                                   40,30 EUR`,
  },
  "a floor in the middle of a sentence": {
    documentClass: "lease",
    language: "de",
    fields: { unit: "Büroräume im 2. Obergeschoss des Hauses Uferweg 8" },
    drawing: `
      # Mietvertrag über Gewerberäume

      zwischen der Merkur Grundbesitz GmbH, Lindenallee 12, 50667 Köln, als Vermieterin
      und der Brenner Aufzüge GmbH, Hauptstraße 4, 80331 München, als Mieterin.

      § 1  Vermietet werden die Büroräume im 2. Obergeschoss des Hauses Uferweg 8. Die Mietfläche beträgt 412 m².
      § 2  Das Mietverhältnis beginnt am 01.04.2026. Die Kaution beträgt 18.000 EUR.`,
  },
};

test.each(Object.entries(DOCUMENTS))(
  "%s is classified by its heading",
  (_, { drawing, ...truth }) => {
    expect(judgeDrawing({ drawing, ...truth })).toEqual(truth);
  },
);
