import type { DocumentClass, FieldDefinition, FieldType } from "./judgement";

/** Name, type, and the field's English and German labels. */
type FieldLine = readonly [name: string, type: FieldType, en: string, de: string];
type ClassLine = readonly [
  id: string,
  en: string,
  de: string,
  required: readonly FieldLine[],
  more: readonly FieldLine[],
];

/** The class of documents that fit no other class. */
export const UNKNOWN_CLASS = "unknown";

const CURRENCY: FieldLine = ["currency", "currency", "Currency", "Währung"];
const FILE_NUMBER: FieldLine = ["fileNumber", "identifier", "File number", "Aktenzeichen"];
const AUTHORITY: FieldLine = ["authority", "party", "Authority", "Behörde"];

const LINES: readonly ClassLine[] = [
  [
    "lease",
    "Lease",
    "Mietvertrag",
    [
      ["tenant", "party", "Tenant", "Mieter"],
      ["startsOn", "date", "Start of lease", "Mietbeginn"],
    ],
    [
      ["landlord", "party", "Landlord", "Vermieter"],
      ["unit", "text", "Unit", "Mietobjekt"],
      ["signedOn", "date", "Date of signature", "Unterzeichnet am"],
      ["endsOn", "date", "End of lease", "Mietende"],
      ["rentMonthly", "amount", "Monthly rent", "Monatsmiete"],
    ],
  ],
  [
    "lease-amendment",
    "Lease amendment",
    "Nachtrag zum Mietvertrag",
    [
      ["tenant", "party", "Tenant", "Mieter"],
      ["signedOn", "date", "Date of signature", "Unterzeichnet am"],
    ],
    [
      ["amendmentNumber", "identifier", "Amendment number", "Nachtragsnummer"],
      ["effectiveOn", "date", "Effective date", "Wirksam ab"],
    ],
  ],
  [
    "invoice",
    "Invoice",
    "Rechnung",
    [
      ["issuer", "party", "Issuer", "Rechnungssteller"],
      ["invoiceNumber", "identifier", "Invoice number", "Rechnungsnummer"],
      ["issuedOn", "date", "Invoice date", "Rechnungsdatum"],
      ["totalAmount", "amount", "Total amount", "Gesamtbetrag"],
      CURRENCY,
    ],
    [
      ["dueOn", "date", "Due date", "Fällig am"],
      ["vatId", "vat-id", "VAT ID", "USt-IdNr."],
      ["iban", "iban", "IBAN", "IBAN"],
    ],
  ],
  [
    "utility-statement",
    "Utility statement",
    "Betriebskostenabrechnung",
    [
      ["provider", "party", "Provider", "Anbieter"],
      ["periodFrom", "date", "Start of period", "Zeitraum von"],
      ["periodTo", "date", "End of period", "Zeitraum bis"],
    ],
    [["totalAmount", "amount", "Total amount", "Gesamtbetrag"], CURRENCY],
  ],
  [
    "land-register-extract",
    "Land register extract",
    "Grundbuchauszug",
    [
      ["court", "party", "Court", "Amtsgericht"],
      ["folioNumber", "identifier", "Folio number", "Grundbuchblatt"],
    ],
    [
      ["district", "text", "District", "Grundbuchbezirk"],
      ["issuedOn", "date", "Issue date", "Ausgestellt am"],
    ],
  ],
  [
    "floor-plan",
    "Floor plan",
    "Grundriss",
    [
      ["building", "text", "Building", "Gebäude"],
      ["floor", "text", "Floor", "Geschoss"],
    ],
    [
      ["scale", "text", "Scale", "Maßstab"],
      ["drawnOn", "date", "Date of drawing", "Gezeichnet am"],
    ],
  ],
  [
    "energy-certificate",
    "Energy certificate",
    "Energieausweis",
    [
      ["validUntil", "date", "Valid until", "Gültig bis"],
      ["registrationNumber", "identifier", "Registration number", "Registriernummer"],
    ],
    [
      ["issuedOn", "date", "Issue date", "Ausstellungsdatum"],
      ["energyClass", "text", "Energy class", "Energieeffizienzklasse"],
      [
        "consumptionKwhPerM2Year",
        "decimal",
        "Consumption in kWh/m² a year",
        "Verbrauch in kWh/(m²·a)",
      ],
    ],
  ],
  [
    "maintenance-report",
    "Maintenance report",
    "Wartungsprotokoll",
    [
      ["equipment", "text", "Equipment", "Anlage"],
      ["performedOn", "date", "Date of service", "Durchgeführt am"],
    ],
    [
      ["company", "party", "Company", "Firma"],
      ["nextDueOn", "date", "Next due date", "Nächste Wartung"],
      ["result", "text", "Result", "Ergebnis"],
    ],
  ],
  [
    "insurance",
    "Insurance policy",
    "Versicherungsschein",
    [
      ["insurer", "party", "Insurer", "Versicherer"],
      ["policyNumber", "identifier", "Policy number", "Versicherungsscheinnummer"],
    ],
    [
      ["validFrom", "date", "Start of insurance", "Versicherungsbeginn"],
      ["validTo", "date", "End of insurance", "Versicherungsablauf"],
      ["premium", "amount", "Premium", "Beitrag"],
    ],
  ],
  [
    "tax-assessment",
    "Tax assessment",
    "Steuerbescheid",
    [AUTHORITY, FILE_NUMBER],
    [
      ["taxType", "text", "Type of tax", "Steuerart"],
      ["period", "text", "Period", "Zeitraum"],
      ["amount", "amount", "Amount", "Betrag"],
    ],
  ],
  [
    "valuation",
    "Valuation",
    "Wertgutachten",
    [
      ["valuedOn", "date", "Valuation date", "Wertermittlungsstichtag"],
      ["marketValue", "amount", "Market value", "Verkehrswert"],
      CURRENCY,
    ],
    [["appraiser", "party", "Appraiser", "Sachverständiger"]],
  ],
  [
    "building-permit",
    "Building permit",
    "Baugenehmigung",
    [AUTHORITY, FILE_NUMBER, ["issuedOn", "date", "Issue date", "Ausgestellt am"]],
    [["project", "text", "Project", "Bauvorhaben"]],
  ],
  [
    "correspondence",
    "Correspondence",
    "Schreiben",
    [
      ["writtenOn", "date", "Date", "Datum"],
      ["sender", "party", "Sender", "Absender"],
    ],
    [
      ["recipient", "party", "Recipient", "Empfänger"],
      ["subject", "text", "Subject", "Betreff"],
    ],
  ],
  [UNKNOWN_CLASS, "Unknown", "Unbekannt", [], []],
];

/** The vocabulary shipped with the product, with all classes active (product features 5). */
export const SHIPPED_CLASSES: readonly DocumentClass[] = LINES.map(
  ([id, en, de, required, more]) => ({
    id,
    labels: { en, de },
    isShipped: true,
    isActive: true,
    keywords: [],
    fields: [
      ...required.map((line) => toField(line, true)),
      ...more.map((line) => toField(line, false)),
    ],
  }),
);

function toField([name, type, en, de]: FieldLine, isRequired: boolean): FieldDefinition {
  return { name, type, isRequired, labels: { en: [en], de: [de] } };
}
