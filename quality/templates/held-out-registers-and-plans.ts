import { heading, left, pairs, table, text, title } from "../document-plan";
import { type Template, templatesOf } from "../template";

/**
 * These templates were written before any of them was classified, and were never consulted while the rules were being
 * tuned.
 */
export const HELD_OUT_REGISTERS_AND_PLANS: readonly Template[] = [
  ...templatesOf("land-register-extract", "de", {
    deckblatt(v) {
      const [town, folioNumber, issued] = [v.address()[1].slice(6), v.random.digits(4), v.day()];
      const district = v.random.pick(["Lindenthal", "Schwabing", "Mitte", "Feuerbach"]);
      return {
        fields: { court: `Amtsgericht ${town}`, folioNumber, district, issuedOn: issued },
        blocks: [
          title(`Amtsgericht ${town}`),
          heading("Grundbuch"),
          text(`von ${district}`),
          pairs("inline", ["Blatt", folioNumber]),
          text(
            `Ausdruck vom ${v.date(issued)} – Dieser Ausdruck wird nicht unterschrieben und gilt als beglaubigte Abschrift.`,
          ),
          heading("Bestandsverzeichnis"),
          table(
            ["Lfd. Nr.", "Gemarkung, Flur, Flurstück", "Wirtschaftsart und Lage", "Größe"],
            ["1", "12 / 345", "Gebäude- und Freifläche", "812 m²"],
          ),
          heading("Erste Abteilung"),
          text(`Eigentümer: ${v.person()}, auf Grund der Auflassung eingetragen.`),
        ],
      };
    },
    spalten(v) {
      const [town, folioNumber, issued] = [v.address()[1].slice(6), v.random.digits(5), v.day()];
      const district = `${town}-${v.random.pick(["Nord", "Altstadt", "West"])}`;
      return {
        fields: { court: `Amtsgericht ${town}`, folioNumber, district, issuedOn: issued },
        blocks: [
          heading("Wohnungsgrundbuch – Amtlicher Ausdruck"),
          pairs(
            "columns",
            ["Grundbuchamt", `Amtsgericht ${town}`],
            ["Grundbuchbezirk", district],
            ["Grundbuchblatt", folioNumber],
            ["Datum des Ausdrucks", v.date(issued)],
          ),
          heading("Zweite Abteilung"),
          text(
            "Lfd. Nr. 1: Beschränkte persönliche Dienstbarkeit (Leitungsrecht). Lfd. Nr. 2: gelöscht.",
          ),
          heading("Dritte Abteilung"),
          text("Grundschuld ohne Brief zu 200.000,00 EUR für die Sparkasse; 15 % Zinsen jährlich."),
        ],
      };
    },
  }),
  ...templatesOf("land-register-extract", "en", {
    hmlr(v) {
      const [folioNumber, issued] = [
        `${v.random.pick(["DN", "WM", "TGL", "K"])}${v.random.digits(6)}`,
        v.day(),
      ];
      return {
        fields: { court: "HM Land Registry", folioNumber, issuedOn: issued },
        blocks: [
          heading("HM Land Registry"),
          title("Official copy of register of title"),
          pairs(
            "columns",
            ["Title number", folioNumber],
            ["Edition date", v.date(v.later(issued, -700))],
          ),
          text(
            `This official copy shows the entries on the register of title on ${v.date(issued)} at 10:42:11.`,
          ),
          heading("A: Property Register"),
          text(
            `The freehold land shown edged with red on the plan, being ${v.address().join(", ")}.`,
          ),
          heading("B: Proprietorship Register – Title absolute"),
          text(`PROPRIETOR: ${v.company()} of ${v.address().join(", ")}.`),
        ],
      };
    },
  }),
  ...templatesOf("floor-plan", "de", {
    plankopf(v) {
      const [drawn, scale, floor, building] = [
        v.day(),
        v.random.pick(["1:100", "1:50", "1:200"]),
        v.random.pick(["Erdgeschoss", "2. Obergeschoss", "Dachgeschoss"]),
        v.address().join(", "),
      ];
      return {
        isLandscape: true,
        fields: { building, floor, scale, drawnOn: drawn },
        blocks: [
          text(
            "Zimmer 1 14,20 m²    Zimmer 2 18,75 m²    Küche 9,40 m²    Bad 6,10 m²    Flur 7,85 m²    Loggia 5,00 m²",
          ),
          pairs(
            "columns",
            ["Bauvorhaben", building],
            ["Planbezeichnung", `Grundriss ${floor}`],
            ["Maßstab", scale],
            ["gezeichnet", v.date(drawn)],
            ["Plan-Nr.", `A-${v.random.digits(3)}`],
            ["Index", "b"],
          ),
        ],
      };
    },
  }),
  ...templatesOf("floor-plan", "en", {
    sheet(v) {
      const [drawn, scale, floor, building] = [
        v.day(),
        v.random.pick(["1:100", "1:50", "1:200"]),
        v.random.pick(["Ground floor", "First floor", "Basement"]),
        v.address().join(", "),
      ];
      return {
        isLandscape: true,
        fields: { building, floor, scale, drawnOn: drawn },
        blocks: [
          text(
            "LOUNGE 5.2 x 4.1     KITCHEN 3.0 x 2.8     BEDROOM 1 4.0 x 3.5     WC     STORE     LANDING",
          ),
          pairs(
            "inline",
            ["Project", building],
            ["Drawing title", `${floor} plan as proposed`],
            ["Scale", `${scale} @ A3`],
            ["Date", v.date(drawn)],
            ["Drawing no", v.random.digits(4)],
            ["Rev", "A"],
          ),
          text("All dimensions to be verified on site. Do not scale."),
        ],
      };
    },
  }),
  ...templatesOf("energy-certificate", "de", {
    geg(v) {
      const [issued, registrationNumber, value] = [
        v.day(),
        `BY-${v.random.between(2019, 2025)}-00${v.random.digits(7)}`,
        `${v.random.between(40, 250)}.${v.random.between(1, 9)}`,
      ];
      const until = v.later(issued, 3652);
      return {
        fields: {
          validUntil: until,
          registrationNumber,
          issuedOn: issued,
          consumptionKwhPerM2Year: value,
        },
        blocks: [
          title("ENERGIEAUSWEIS für Nichtwohngebäude"),
          text("gemäß den §§ 79 ff. Gebäudeenergiegesetz (GEG) vom 8. August 2020"),
          pairs(
            "columns",
            ["Gültig bis:", v.date(until)],
            ["Registriernummer:", registrationNumber],
          ),
          pairs(
            "columns",
            ["Hauptnutzung", "Bürogebäude"],
            ["Adresse", v.address().join(", ")],
            ["Baujahr Gebäude", "1978"],
          ),
          pairs("inline", [
            "Endenergieverbrauch dieses Gebäudes",
            `${value.replace(".", ",")} kWh/(m²·a)`,
          ]),
          text(`Aussteller: ${v.person()}, Dipl.-Ing.`),
          pairs("inline", ["Ausstellungsdatum", v.date(issued)]),
        ],
      };
    },
  }),
  ...templatesOf("energy-certificate", "en", {
    uk(v) {
      const [issued, registrationNumber, energyClass, value] = [
        v.day(),
        `${v.random.digits(4)}-${v.random.digits(4)}-${v.random.digits(4)}-${v.random.digits(4)}-${v.random.digits(4)}`,
        v.random.pick(["B", "C", "D", "E"]),
        String(v.random.between(60, 400)),
      ];
      const until = v.later(issued, 3652);
      return {
        fields: {
          validUntil: until,
          registrationNumber,
          energyClass,
          consumptionKwhPerM2Year: value,
        },
        blocks: [
          title("Energy performance certificate (EPC)"),
          left(...v.address()),
          pairs(
            "above",
            ["Energy rating", energyClass],
            ["Valid until", v.date(until)],
            ["Certificate number", registrationNumber],
          ),
          text(
            `Property type: mid-terrace house. Total floor area: ${v.random.between(50, 150)} square metres. The graph shows this property's current energy rating.`,
          ),
          text(
            `The primary energy use for this property per year is ${value} kilowatt hours per square metre (kWh/m2).`,
          ),
          pairs(
            "inline",
            ["Date of assessment", v.date(v.later(issued, -3))],
            ["Assessor", v.person()],
          ),
        ],
      };
    },
  }),
];
