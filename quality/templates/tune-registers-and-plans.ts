import { heading, pairs, text, title } from "../document-plan";
import { anyLayout, type Template, templatesOf } from "../template";

/** Rules may be tuned on these templates. */
export const TUNE_REGISTERS_AND_PLANS: readonly Template[] = [
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
];
