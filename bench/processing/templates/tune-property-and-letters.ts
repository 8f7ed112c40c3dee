import { heading, left, pairs, right, table, text, title } from "../document-plan";
import { anyLayout, type Template, templatesOf } from "../template";

/** Rules may be tuned on these: property, letters, and documents that are of no class. */
export const TUNE_PROPERTY_AND_LETTERS: readonly Template[] = [
  ...templatesOf("land-register-extract", "de", {
    auszug(v) {
      const [town, folioNumber] = [v.address()[1].slice(6), v.random.digits(4)];
      return {
        fields: { court: `Amtsgericht ${town}`, folioNumber, district: town },
        blocks: [
          title("Grundbuchauszug"),
          text(`Amtsgericht ${town}`),
          text(`Grundbuch von ${town} Blatt ${folioNumber}`),
          heading("Bestandsverzeichnis"),
          text(
            "Flurstück 123/4, Gebäude- und Freifläche, 640 m². Abteilung II: keine Eintragungen. Abteilung III: Grundschuld zu 150.000,00 EUR.",
          ),
        ],
      };
    },
  }),
  ...templatesOf("land-register-extract", "en", {
    title(v) {
      const folioNumber = `NGL${v.random.digits(6)}`;
      return {
        fields: { court: "HM Land Registry", folioNumber },
        blocks: [
          title("HM Land Registry"),
          heading("Register extract"),
          pairs(
            anyLayout(v),
            ["Title number", folioNumber],
            ["Administrative area", "Camden"],
            ["Tenure", "Freehold"],
          ),
          text(
            "Property register. Proprietorship register: title absolute. Charges register: registered charge dated in favour of the bank.",
          ),
        ],
      };
    },
  }),
  ...templatesOf("floor-plan", "de", {
    grundriss(v) {
      const [drawn, scale, floor, building] = [
        v.day(),
        v.random.pick(["1:100", "1:50"]),
        v.random.pick(["EG", "1. OG", "KG"]),
        v.address().join(", "),
      ];
      return {
        isLandscape: true,
        fields: { building, floor, scale, drawnOn: drawn },
        blocks: [
          text(
            "Wohnen 24,10 m²   Küche 10,00 m²   Bad 6,20 m²   Schlafen 14,90 m²   Diele 5,50 m²",
          ),
          pairs(
            anyLayout(v),
            ["Projekt", building],
            ["Planinhalt", `Grundriss ${floor}`],
            ["Maßstab", scale],
            ["Datum", v.date(drawn)],
          ),
        ],
      };
    },
  }),
  ...templatesOf("floor-plan", "en", {
    plan(v) {
      const [drawn, scale, building] = [
        v.day(),
        v.random.pick(["1:100", "1:50"]),
        v.address().join(", "),
      ];
      return {
        isLandscape: true,
        fields: { building, floor: "First floor", scale, drawnOn: drawn },
        blocks: [
          title("First floor plan"),
          text("Kitchen 10.2 m²   Living room 24.0 m²   Bedroom 1 12.2 m²   Bath"),
          pairs(
            anyLayout(v),
            ["Building", building],
            ["Scale", scale],
            ["Date", v.date(drawn)],
            ["Drawn by", "AB"],
          ),
        ],
      };
    },
  }),
  ...templatesOf("energy-certificate", "de", {
    bedarf(v) {
      const [issued, registrationNumber, value] = [
        v.day(),
        `NW-2021-${v.random.digits(9)}`,
        String(v.random.between(45, 260)),
      ];
      const until = v.later(issued, 3652);
      return {
        fields: {
          validUntil: until,
          registrationNumber,
          issuedOn: issued,
          consumptionKwhPerM2Year: value,
          energyClass: "C",
        },
        blocks: [
          title("ENERGIEAUSWEIS für Wohngebäude"),
          pairs(
            anyLayout(v),
            ["Gültig bis", v.date(until)],
            ["Registriernummer", registrationNumber],
            ["Adresse", v.address().join(", ")],
            ["Ausstellungsdatum", v.date(issued)],
            ["Energieeffizienzklasse", "C"],
          ),
          text(`Endenergiebedarf dieses Gebäudes ${value} kWh/(m²·a).`),
        ],
      };
    },
  }),
  ...templatesOf("energy-certificate", "en", {
    epc(v) {
      const [issued, registrationNumber] = [v.day(), v.random.digits(9)];
      const until = v.later(issued, 3652);
      return {
        fields: { validUntil: until, registrationNumber, issuedOn: issued },
        blocks: [
          title("Energy Performance Certificate"),
          pairs(
            anyLayout(v),
            ["Certificate number", registrationNumber],
            ["Date of certificate", v.date(issued)],
            ["Valid until", v.date(until)],
          ),
          text("Recommended measures: loft insulation. Environmental impact rating."),
        ],
      };
    },
  }),
  ...templatesOf("maintenance-report", "de", {
    wartung(v) {
      const [company, performedOn] = [v.company(), v.day()];
      const next = v.later(performedOn, 365);
      return {
        fields: { company, performedOn, equipment: "Heizkessel", nextDueOn: next },
        blocks: [
          text(company),
          title("Wartungsprotokoll"),
          pairs(
            anyLayout(v),
            ["Anlage", "Heizkessel"],
            ["Datum", v.date(performedOn)],
            ["Techniker", v.person()],
            ["Nächste Wartung", v.date(next)],
          ),
          text("Durchgeführte Arbeiten: Filter gewechselt, Brenner gereinigt. Ohne Befund."),
        ],
      };
    },
  }),
  ...templatesOf("maintenance-report", "en", {
    fire(v) {
      const [company, performedOn] = [v.company(), v.day()];
      const next = v.later(performedOn, 180);
      return {
        fields: { company, performedOn, nextDueOn: next, equipment: "Fire alarm panel" },
        blocks: [
          text(company),
          title("Fire Alarm Inspection Report"),
          pairs(
            anyLayout(v),
            ["Equipment", "Fire alarm panel"],
            ["Date of inspection", v.date(performedOn)],
            ["Inspector", v.person()],
            ["Next inspection due", v.date(next)],
          ),
          table(["Zone", "Devices", "Result"], ["1", "12", "Pass"], ["2", "9", "Pass"]),
        ],
      };
    },
  }),
  ...templatesOf("valuation", "de", {
    verkehrswert(v) {
      const [valuedOn, marketValue, appraiser] = [
        v.day(),
        `${v.random.between(180, 4000)}000.00`,
        v.person(),
      ];
      return {
        fields: { valuedOn, marketValue, currency: "EUR", appraiser },
        blocks: [
          title("Verkehrswertgutachten"),
          pairs(
            anyLayout(v),
            ["Objekt", v.address().join(", ")],
            ["Wertermittlungsstichtag", v.date(valuedOn)],
            ["Sachverständiger", appraiser],
            ["Verkehrswert", v.money(marketValue)],
          ),
          text("Ertragswertverfahren, Bodenwert, Restnutzungsdauer nach ImmoWertV."),
        ],
      };
    },
  }),
  ...templatesOf("valuation", "en", {
    appraisal(v) {
      const [valuedOn, marketValue, appraiser] = [
        v.day(),
        `${v.random.between(180, 4000)}000.00`,
        v.person(),
      ];
      return {
        fields: { valuedOn, marketValue, currency: v.currency, appraiser },
        blocks: [
          title("Appraisal Report"),
          pairs(
            anyLayout(v),
            ["Subject property", v.address().join(", ")],
            ["Effective date", v.date(valuedOn)],
            ["Appraiser", appraiser],
            ["Market value", v.money(marketValue)],
          ),
          text("Sales comparison approach. Highest and best use as improved."),
        ],
      };
    },
  }),
  ...templatesOf("building-permit", "de", {
    bau(v) {
      const [issuedOn, fileNumber, project] = [
        v.day(),
        `63-${v.random.digits(5)}/24`,
        "Neubau eines Einfamilienhauses",
      ];
      const authority = `Stadt ${v.address()[1].slice(6)}`;
      return {
        fields: { authority, fileNumber, issuedOn, project },
        blocks: [
          text(`${authority} · Bauordnungsamt`),
          title("Baugenehmigung"),
          pairs(
            anyLayout(v),
            ["Aktenzeichen", fileNumber],
            ["Datum", v.date(issuedOn)],
            ["Bauherr", v.person()],
            ["Bauvorhaben", project],
          ),
          text(
            "Die Genehmigung wird unbeschadet der Rechte Dritter erteilt. Nebenbestimmungen siehe Anlage.",
          ),
        ],
      };
    },
  }),
  ...templatesOf("building-permit", "en", {
    permit(v) {
      const [issuedOn, fileNumber] = [v.day(), `BP${v.random.digits(6)}`];
      return {
        fields: {
          fileNumber,
          issuedOn,
          project: "Construction of a detached garage",
          authority: "City of Riverton Building Department",
        },
        blocks: [
          title("BUILDING PERMIT"),
          text("City of Riverton Building Department"),
          pairs(
            anyLayout(v),
            ["Permit No.", fileNumber],
            ["Issue date", v.date(issuedOn)],
            ["Description", "Construction of a detached garage"],
            ["Owner", v.person()],
          ),
          text(
            "Inspections must be requested 24 hours in advance. Post this permit at the job site.",
          ),
        ],
      };
    },
  }),
  ...templatesOf("correspondence", "de", {
    brief(v) {
      const [sender, recipient, writtenOn] = [v.company(), v.person(), v.day()];
      return {
        fields: { sender, recipient, writtenOn, subject: "Bauarbeiten im Innenhof" },
        blocks: [
          right(sender, ...v.address()),
          left(recipient, ...v.address()),
          text(`${v.address()[1].slice(6)}, ${v.date(writtenOn)}`),
          heading("Betreff: Bauarbeiten im Innenhof"),
          text(
            "Sehr geehrter Herr Müller, wir informieren Sie über Bauarbeiten im Innenhof. Bei Rückfragen stehen wir gerne zur Verfügung.",
          ),
          text("Mit freundlichen Grüßen"),
          left(v.person()),
        ],
      };
    },
  }),
  ...templatesOf("correspondence", "en", {
    letter(v) {
      const [sender, recipient, writtenOn] = [v.company(), v.person(), v.day()];
      return {
        fields: { sender, recipient, writtenOn, subject: "Works to the roof" },
        blocks: [
          right(sender, ...v.address()),
          left(recipient, ...v.address()),
          text(v.date(writtenOn)),
          text("Dear Ms Carter,"),
          heading("Re: Works to the roof"),
          text(
            "Further to our recent conversation I am writing to confirm the arrangements. Please do not hesitate to contact me.",
          ),
          text("Yours sincerely,"),
          left(v.person()),
        ],
      };
    },
  }),
  ...templatesOf("unknown", "de", {
    lieferschein: (v) => ({
      fields: {},
      blocks: [
        left(v.company(), ...v.address()),
        title("Lieferschein"),
        pairs(
          anyLayout(v),
          ["Lieferschein-Nr.", v.random.digits(6)],
          ["Lieferdatum", v.date(v.day())],
          ["Rechnung folgt", "separat"],
        ),
        table(["Artikel", "Menge"], ["Filter", "4"]),
        text("Ware vollständig erhalten. Unterschrift Empfänger"),
      ],
    }),
    kontoauszug: (v) => ({
      fields: {},
      blocks: [
        title("Kontoauszug Nr. 4"),
        pairs(anyLayout(v), ["Kontoinhaber", v.company()], ["IBAN", v.iban()]),
        table(
          ["Buchungstag", "Text", "Betrag"],
          [v.date(v.day()), "Dauerauftrag Miete", v.money("850.00")],
        ),
      ],
    }),
  }),
  ...templatesOf("unknown", "en", {
    minutes: (v) => ({
      fields: {},
      blocks: [
        title("Minutes of the Site Meeting"),
        text(
          `held on ${v.date(v.day())}. Apologies for absence. Minutes of last meeting agreed. Any other business. The contractor reported on the lease of the crane and the insurance.`,
        ),
      ],
    }),
    quote: (v) => ({
      fields: {},
      blocks: [
        text(v.company()),
        title("Quotation"),
        pairs(anyLayout(v), ["Quote ref", v.random.digits(5)], ["Date", v.date(v.day())]),
        pairs(
          "right",
          ["Net", v.money("1000.00")],
          ["VAT", v.money("200.00")],
          ["Quoted sum", v.money("1200.00")],
        ),
        text("This quotation is valid for 30 days."),
      ],
    }),
  }),
];
