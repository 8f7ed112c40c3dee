import { foot, heading, left, pairs, right, table, text, title } from "../document-plan";
import { anyLayout, type Template, templatesOf } from "../template";

/** Never looked at while rules were tuned: registers, plans, energy, maintenance, valuations, permits. */
export const HELD_OUT_PROPERTY: readonly Template[] = [
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
  ...templatesOf("maintenance-report", "de", {
    aufzug(v) {
      const [company, performedOn, equipment] = [
        v.company(),
        v.day(),
        v.random.pick([
          "Personenaufzug",
          "Brandmeldeanlage",
          "Lüftungsanlage Tiefgarage",
          "Heizkessel",
        ]),
      ];
      const next = v.later(performedOn, 365);
      return {
        fields: { company, performedOn, equipment, nextDueOn: next },
        blocks: [
          left(company, ...v.address()),
          title("Wartungsnachweis"),
          pairs(
            anyLayout(v),
            ["Anlage", equipment],
            ["Standort", v.address().join(", ")],
            ["Wartung am", v.date(performedOn)],
            ["Monteur", v.person()],
            ["Nächste Wartung", v.date(next)],
          ),
          text(
            "Sichtprüfung, Funktionsprüfung und Reinigung wurden durchgeführt. Verschleißteile wurden geprüft, Filter ersetzt.",
          ),
          text("Unterschrift Kunde          Unterschrift Monteur"),
        ],
      };
    },
    leiter(v) {
      const [performedOn, result] = [v.day(), v.random.pick(["bestanden", "nicht bestanden"])];
      const next = v.later(performedOn, 730);
      return {
        fields: { performedOn, equipment: "Rolltor Einfahrt", nextDueOn: next, result },
        blocks: [
          title("Prüfprotokoll kraftbetätigte Tore (ASR A1.7)"),
          pairs(
            "columns",
            ["Prüfgegenstand", "Rolltor Einfahrt"],
            ["Prüfer", v.person()],
            ["Datum der Prüfung", v.date(performedOn)],
            ["Ergebnis", result],
          ),
          table(
            ["Prüfpunkt", "i.O.", "Bemerkung"],
            ["Schließkraft", "ja", ""],
            ["Fangvorrichtung", "ja", ""],
          ),
          text(`Die nächste Prüfung ist fällig am ${v.date(next)}.`),
        ],
      };
    },
  }),
  ...templatesOf("maintenance-report", "en", {
    boiler(v) {
      const [company, performedOn, equipment] = [
        v.company(),
        v.day(),
        v.random.pick(["Condensing boiler", "Sprinkler pump set", "Passenger lift"]),
      ];
      const next = v.later(performedOn, 365);
      return {
        fields: { company, performedOn, equipment, nextDueOn: next },
        blocks: [
          title("Planned Maintenance Service Report"),
          pairs(
            anyLayout(v),
            ["Equipment", equipment],
            ["Site", v.address().join(", ")],
            ["Service date", v.date(performedOn)],
            ["Contractor", company],
            ["Next service due", v.date(next)],
          ),
          heading("Work carried out"),
          text(
            "Burner cleaned, ignition checked, flue gas analysed. Safety valve tested. System left operational.",
          ),
          text("Engineer signature            Customer signature"),
        ],
      };
    },
  }),
  ...templatesOf("valuation", "de", {
    gutachten(v) {
      const [valuedOn, marketValue, appraiser] = [
        v.day(),
        `${v.random.between(180, 4000)}000`,
        v.person(),
      ];
      return {
        fields: { valuedOn, marketValue, currency: "EUR", appraiser },
        blocks: [
          title("Gutachten"),
          text(
            `über den Verkehrswert (i. S. d. § 194 BauGB) für das mit einem Mehrfamilienhaus bebaute Grundstück ${v.address().join(", ")}`,
          ),
          pairs(
            "columns",
            ["Auftraggeber", v.company()],
            ["Sachverständiger", appraiser],
            ["Wertermittlungsstichtag", v.date(valuedOn)],
            ["Ortsbesichtigung", v.date(v.later(valuedOn, -4))],
          ),
          text(
            "Bodenwert 240.000,00 EUR; Ertragswert rd. 610.000,00 EUR. Liegenschaftszinssatz 3,5 %, Restnutzungsdauer 40 Jahre.",
          ),
          text(
            `Der Verkehrswert wird zum Wertermittlungsstichtag ermittelt mit rd. ${v.money(`${marketValue}.00`).replace(/,00/u, "")}.`,
          ),
        ],
      };
    },
  }),
  ...templatesOf("valuation", "en", {
    redbook(v) {
      const [valuedOn, marketValue, appraiser] = [
        v.day(),
        `${v.random.between(180, 4000)}000`,
        v.person(),
      ];
      return {
        fields: { valuedOn, marketValue, currency: v.currency, appraiser },
        blocks: [
          title("Valuation Report"),
          text(
            `Prepared in accordance with the RICS Valuation – Global Standards (Red Book) for ${v.company()}`,
          ),
          pairs(
            anyLayout(v),
            ["Property", v.address().join(", ")],
            ["Valuation date", v.date(valuedOn)],
            ["Valuer", appraiser],
            ["Basis of value", "Market Value"],
          ),
          text(
            `We are of the opinion that the Market Value of the freehold interest is ${v.money(`${marketValue}.00`).replace(/\.00/u, "")}.`,
          ),
          text(
            "Our valuation is based on comparable evidence and the income approach. The reinstatement cost for insurance is not a valuation.",
          ),
        ],
      };
    },
  }),
  ...templatesOf("building-permit", "de", {
    bescheid(v) {
      const [issuedOn, fileNumber, project] = [
        v.day(),
        `${v.random.digits(2)}-${v.random.digits(5)}-${v.random.digits(2)}`,
        v.random.pick([
          "Neubau eines Mehrfamilienhauses",
          "Nutzungsänderung einer Lagerhalle",
          "Errichtung eines Carports",
        ]),
      ];
      const authority = `Landratsamt ${v.address()[1].slice(6)}`;
      return {
        fields: { authority, fileNumber, issuedOn, project },
        blocks: [
          left(authority, "Bauverwaltung"),
          left(v.person(), ...v.address()),
          pairs("columns", ["Unser Zeichen", fileNumber], ["Datum", v.date(issuedOn)]),
          title("Vollzug der Baugesetze; Baugenehmigung"),
          pairs(
            "columns",
            ["Vorhaben", project],
            ["Bauort", v.address().join(", ")],
            ["Antrag vom", v.date(v.later(issuedOn, -90))],
          ),
          text(
            "1. Das Bauvorhaben wird nach Maßgabe der mit Genehmigungsvermerk versehenen Bauvorlagen genehmigt. 2. Die Auflagen der Anlage sind Bestandteil dieses Bescheids.",
          ),
          heading("Rechtsbehelfsbelehrung"),
          text(
            "Gegen diesen Bescheid kann innerhalb eines Monats Klage bei dem Verwaltungsgericht erhoben werden.",
          ),
        ],
      };
    },
  }),
  ...templatesOf("building-permit", "en", {
    notice(v) {
      const [issuedOn, fileNumber, project] = [
        v.day(),
        `${v.random.digits(2)}/${v.random.digits(5)}/FUL`,
        v.random.pick([
          "Erection of a two storey side extension",
          "Change of use from shop to dwelling",
        ]),
      ];
      const authority = `${v.address()[1].split(" ")[0]} City Council`;
      return {
        fields: { authority, fileNumber, issuedOn, project },
        blocks: [
          title(authority),
          heading("NOTICE OF GRANT OF PLANNING PERMISSION"),
          text("Town and Country Planning Act 1990"),
          pairs(
            anyLayout(v),
            ["Application number", fileNumber],
            ["Proposal", project],
            ["Site address", v.address().join(", ")],
            ["Date of decision", v.date(issuedOn)],
          ),
          text(
            "The Council GRANTS permission subject to the following conditions: 1. The development must be begun within three years. 2. Materials shall match.",
          ),
          right("Head of Planning"),
          foot("See the notes for rights of appeal"),
        ],
      };
    },
  }),
];
