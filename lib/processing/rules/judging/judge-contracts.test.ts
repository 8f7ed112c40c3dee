import { expect, test } from "vitest";
import { type DrawnDocument, judgeDrawing } from "../../testing/expect-judgement";

const DOCUMENTS: Readonly<Record<string, DrawnDocument>> = {
  "a German lease contract for a flat": {
    documentClass: "lease",
    language: "de",
    fields: {
      landlord: "Grundstücksgemeinschaft Hafenstraße GbR",
      tenant: "Dr. Katharina Ziegler",
      startsOn: "2022-11-01",
      rentMonthly: "1085.00",
      signedOn: "2022-10-04",
    },
    drawing: `
      # Mietvertrag

      Zwischen der Grundstücksgemeinschaft Hafenstraße GbR, Kaistraße 2, 24103 Kiel
      (Vermieter)
      und
      Frau Dr. Katharina Ziegler, Holtenauer Straße 88, 24105 Kiel
      (Mieterin)
      kommt der nachstehende Vertrag zustande.

      § 1  Mieträume
      Vermietet werden zu Wohnzwecken die Räume im dritten Stock rechts, Hafenstraße 17, 24103 Kiel,
      vier Zimmer, Diele, Küche, Bad und Kellerraum Nr. 6.

      § 2  Mietdauer
      Das Mietverhältnis beginnt am 1. November 2022. Es läuft auf unbestimmte Zeit.

      § 3  Miete und Nebenkosten
      Die Kaltmiete beträgt monatlich 1.085,00 EUR. Daneben sind Vorauszahlungen von 240,00 EUR zu leisten.
      Die Mieterin leistet eine Kaution von 3.255,00 EUR.

      § 14  Schlussbestimmungen
      Mündliche Nebenabreden bestehen nicht.

      Kiel, den 4. Oktober 2022`,
  },
  "an English lease contract in numbered particulars": {
    documentClass: "lease",
    language: "en",
    fields: {
      landlord: "Pemberton Estates Limited",
      tenant: "Orchard Coffee Roasters Ltd",
      startsOn: "2021-06-24",
      endsOn: "2031-06-23",
    },
    drawing: `
      # LEASE of shop premises

      PARTICULARS
      Landlord:   Pemberton Estates Limited (company number 01234567)
      Tenant:     Orchard Coffee Roasters Ltd of 12 Bridge Street, York
      Property:   Ground floor shop, 40 Castle Street, York YO1 9AB
      Term commencement date:   24 June 2021
      Expiry date:              23 June 2031

      The Landlord lets the Property to the Tenant for the Term. The Tenant covenants to pay the rents
      and to keep the Property in good repair. The Landlord covenants for quiet enjoyment.`,
  },
  "a German amendment": {
    documentClass: "lease-amendment",
    language: "de",
    fields: {
      tenant: "Zahnarztpraxis Lemke & Partner",
      amendmentNumber: "3",
      signedOn: "2024-02-19",
      effectiveOn: "2024-04-01",
    },
    drawing: `
      # 3. Nachtrag
      zum Gewerbemietvertrag vom 12.08.2016

      Vermieterin   Rheinblick Immobilien GmbH
      Mieterin      Zahnarztpraxis Lemke & Partner
      Objekt        Rheinallee 41, 55116 Mainz

      Die Parteien vereinbaren in Ergänzung des bestehenden Mietvertrages: Mit Wirkung vom 01.04.2024
      wird ein weiterer Stellplatz überlassen. Die Miete erhöht sich um 60,00 EUR.
      Im Übrigen bleibt der Mietvertrag unverändert.

      Mainz, den 19.02.2024`,
  },
  "an English amendment": {
    documentClass: "lease-amendment",
    language: "en",
    fields: {
      tenant: "Bluebird Analytics Inc.",
      signedOn: "2023-09-05",
      effectiveOn: "2023-10-01",
    },
    drawing: `
      # FIRST AMENDMENT TO OFFICE LEASE

      This First Amendment to Office Lease is entered into as of September 5, 2023 by and between
      Harbor Point Properties LLC ("Landlord") and Bluebird Analytics Inc. ("Tenant").

      A. Landlord and Tenant are parties to a lease of the premises in Suite 400.
      1. Effective October 1, 2023, the premises shall include Suite 410.
      2. Except as modified herein, the lease shall remain in full force and effect.`,
  },
};

test.each(Object.entries(DOCUMENTS))(
  "%s is classified correctly, and its fields are extracted",
  (_, { drawing, ...truth }) => {
    expect(judgeDrawing({ drawing, ...truth })).toEqual(truth);
  },
);

test.each(Object.entries(DOCUMENTS))(
  "%s is classified correctly in a format without pages",
  (_, { drawing, ...truth }) => {
    const judgement = judgeDrawing({ drawing, ...truth }, { hasBoxes: false, format: "docx" });
    expect(judgement.documentClass).toBe(truth.documentClass);
  },
);
