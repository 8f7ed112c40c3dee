import { pairs, table, text, title } from "../document-plan";
import { anyLayout, type Template, templatesOf } from "../template";

/** Rules may be tuned on these templates. */
export const TUNE_REPORTS_AND_PERMITS: readonly Template[] = [
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
];
