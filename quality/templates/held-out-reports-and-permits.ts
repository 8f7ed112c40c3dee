import { foot, heading, left, pairs, right, table, text, title } from "../document-plan";
import { anyLayout, type Template, templatesOf } from "../template";

/**
 * These templates were written before any of them was classified, and were never consulted while the rules were being
 * tuned.
 */
export const HELD_OUT_REPORTS_AND_PERMITS: readonly Template[] = [
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
