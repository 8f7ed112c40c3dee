import { expect, test } from "vitest";
import { type DrawnDocument, judgeDrawing } from "../../testing/expect-judgement";

const DOCUMENTS: Readonly<Record<string, DrawnDocument>> = {
  "a German extract from the land register": {
    documentClass: "land-register-extract",
    language: "de",
    fields: {
      court: "Amtsgericht Tübingen",
      folioNumber: "2231",
      district: "Lustnau",
      issuedOn: "2023-03-08",
    },
    drawing: `
      # Grundbuch
      Amtsgericht Tübingen
      Grundbuch von Lustnau Blatt 2231
      Amtlicher Ausdruck vom 08.03.2023

      Bestandsverzeichnis
      Lfd. Nr.   Gemarkung   Flurstück   Wirtschaftsart und Lage      Größe
      1          Lustnau     311/2       Gebäude- und Freifläche      7 a 12 m²
      Erste Abteilung: Eigentümer Renate Fauser, aufgelassen am 02.02.2001`,
  },
  "an English register of title": {
    documentClass: "land-register-extract",
    language: "en",
    fields: { folioNumber: "WYK884213", issuedOn: "2022-09-14" },
    drawing: `
      # Official copy of register of title
      Title number   WYK884213            Edition date 03.05.2019
      This official copy shows the entries on the register of title on 14 SEP 2022 at 09:15:02.
      HM Land Registry, Nottingham Office.
      A: Property Register
      WEST YORKSHIRE : LEEDS
      1 (12.04.1988) The freehold land shown edged with red on the plan.
      B: Proprietorship Register - Title absolute`,
  },
  "a German floor plan": {
    documentClass: "floor-plan",
    language: "de",
    fields: {
      building: "Wohnhaus Fam. Eder, Am Anger 3, Weilheim",
      floor: "Obergeschoss",
      scale: "1:100",
      drawnOn: "2021-07-30",
    },
    drawing: `
      Schlafen 15,20 m²   Kind 12,80 m²   Bad 8,10 m²   Flur 6,40 m²   Balkon 5,00 m²

      Bauvorhaben   Wohnhaus Fam. Eder, Am Anger 3, Weilheim
      Planinhalt    Grundriss Obergeschoss
      Maßstab       1:100
      gezeichnet    30.07.2021
      Plan-Nr.      EP-03`,
  },
  "an English floor plan": {
    documentClass: "floor-plan",
    language: "en",
    fields: {
      building: "The Old Granary, Mill Lane, Stroud",
      floor: "Ground Floor",
      scale: "1:50",
      drawnOn: "2022-02-11",
    },
    drawing: `
      Kitchen 4.1 x 3.2     Living room 5.6 x 4.0     WC     Hall     Utility

      Project         The Old Granary, Mill Lane, Stroud
      Drawing title   Proposed Ground Floor Plan
      Scale           1:50 @ A1
      Date            11/02/2022
      Drawn by        KM`,
  },
  "a German energy certificate": {
    documentClass: "energy-certificate",
    language: "de",
    fields: {
      validUntil: "2033-04-16",
      registrationNumber: "HE-2023-004512345",
      issuedOn: "2023-04-17",
      energyClass: "D",
      consumptionKwhPerM2Year: "118.4",
    },
    drawing: `
      # ENERGIEAUSWEIS für Wohngebäude
      gemäß den §§ 79 ff. Gebäudeenergiegesetz (GEG) vom 08.08.2020
      Gültig bis: 16.04.2033            Registriernummer: HE-2023-004512345
      Gebäudetyp    Mehrfamilienhaus
      Endenergiebedarf dieses Gebäudes: 118,4 kWh/(m²·a)
      Energieeffizienzklasse: D
      Ausstellungsdatum: 17.04.2023`,
  },
  "an English energy certificate": {
    documentClass: "energy-certificate",
    language: "en",
    fields: {
      validUntil: "2032-01-19",
      registrationNumber: "0370-2341-5566-2204-7431",
      energyClass: "C",
    },
    drawing: `
      # Energy performance certificate (EPC)
      7 Tanner Row, York YO1 6JB
      Energy rating   C
      Valid until     19 January 2032
      Certificate number   0370-2341-5566-2204-7431
      Property type   Top-floor flat
      This property's current energy rating is C. It has the potential to be B.`,
  },
  "a German maintenance report": {
    documentClass: "maintenance-report",
    language: "de",
    fields: {
      equipment: "Rauch- und Wärmeabzugsanlage",
      performedOn: "2024-06-18",
      company: "Feuerschutz Albrecht GmbH",
      nextDueOn: "2025-06-30",
    },
    drawing: `
      Feuerschutz Albrecht GmbH
      # Wartungsprotokoll

      Anlage            Rauch- und Wärmeabzugsanlage
      Standort          Bürohaus Weststraße 20, Chemnitz
      Wartung am        18.06.2024
      Techniker         R. Pohl
      Durchgeführte Arbeiten: Antriebe geprüft, Akkus getauscht, Auslösetaster getestet.
      Nächste Wartung fällig: 30.06.2025
      Unterschrift Kunde`,
  },
  "an English inspection report": {
    documentClass: "maintenance-report",
    language: "en",
    fields: {
      equipment: "Passenger lift, 8 persons",
      performedOn: "2023-11-09",
      company: "Albion Lift Inspection Ltd",
      nextDueOn: "2024-05-09",
    },
    drawing: `
      # Report of Thorough Examination of Lifting Equipment
      Company               Albion Lift Inspection Ltd
      Equipment             Passenger lift, 8 persons
      Date of examination   9 November 2023
      Next examination due  9 May 2024
      Defects found: none. The lift is safe to operate.`,
  },
  "a German valuation": {
    documentClass: "valuation",
    language: "de",
    fields: {
      valuedOn: "2022-12-31",
      marketValue: "1280000",
      currency: "EUR",
      appraiser: "Dipl.-Ing. Monika Hartwig",
    },
    drawing: `
      # Verkehrswertgutachten
      gemäß § 194 BauGB über das Grundstück Bergstraße 11, 69115 Heidelberg
      Sachverständige              Dipl.-Ing. Monika Hartwig
      Wertermittlungsstichtag      31.12.2022
      Bodenwert                    540.000 €
      Ertragswert                  1.284.000 €
      Der Verkehrswert wurde ermittelt mit rd. 1.280.000 €.`,
  },
  "an English valuation": {
    documentClass: "valuation",
    language: "en",
    fields: {
      valuedOn: "2023-08-31",
      marketValue: "3450000",
      currency: "GBP",
      appraiser: "Fiona Marsh MRICS",
    },
    drawing: `
      # VALUATION REPORT
      Prepared in accordance with the RICS Red Book
      Property         22 Quayside, Bristol
      Valuation date   31 August 2023
      Valuer           Fiona Marsh MRICS
      Market Value     £3,450,000
      The valuation relies on comparable evidence and the investment method.`,
  },
  "a German building permit": {
    documentClass: "building-permit",
    language: "de",
    fields: {
      authority: "Landkreis Harburg",
      fileNumber: "BA-2023-01477",
      issuedOn: "2023-10-24",
      project: "Errichtung einer Fahrradgarage",
    },
    drawing: `
      Landkreis Harburg
      Bauaufsicht                                Aktenzeichen: BA-2023-01477
                                                 Datum: 24.10.2023
      # BAUGENEHMIGUNG
      Vorhaben: Errichtung einer Fahrradgarage
      Grundstück: Winsen, Deichstraße 4, Gemarkung Winsen, Flurstück 88/3
      Sehr geehrte Frau Albers, auf Ihren Antrag vom 02.08.2023 wird Ihnen die Baugenehmigung erteilt.
      Rechtsbehelfsbelehrung: Gegen diesen Bescheid kann Widerspruch erhoben werden.`,
  },
  "an English planning permission": {
    documentClass: "building-permit",
    language: "en",
    fields: {
      authority: "Stroud District Council",
      fileNumber: "S.23/0419/HHOLD",
      issuedOn: "2023-05-17",
      project: "Single storey rear extension",
    },
    drawing: `
      # Stroud District Council
      GRANT OF PLANNING PERMISSION
      Town and Country Planning Act 1990
      Application No:   S.23/0419/HHOLD
      Proposal:         Single storey rear extension
      Decision date:    17 May 2023
      The Council hereby grants permission subject to the following conditions.`,
  },
};

test.each(Object.entries(DOCUMENTS))(
  "%s is classified correctly, and its fields are extracted",
  (_, { drawing, ...truth }) => {
    expect(judgeDrawing({ drawing, ...truth })).toEqual(truth);
  },
);
