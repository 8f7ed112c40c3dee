import { heading, left, pairs, table, text, title } from "../document-plan";
import { type Template, templatesOf } from "../template";

/**
 * These templates were written before any of them was classified, and were never consulted while the rules were being
 * tuned.
 */
export const HELD_OUT_POLICIES_AND_TAXES: readonly Template[] = [
  ...templatesOf("tax-assessment", "de", {
    gewerbe(v) {
      const [authority, fileNumber, year] = [
        `Stadt ${v.address()[1].slice(6)}`,
        `${v.random.digits(3)}.${v.random.digits(6)}`,
        String(v.random.between(2018, 2024)),
      ];
      const amount = v.amount(300, 90000);
      return {
        fields: { authority, fileNumber, taxType: "Gewerbesteuer", period: year, amount },
        blocks: [
          left(authority, "Steueramt"),
          left(v.company(), ...v.address()),
          pairs("columns", ["Kassenzeichen", fileNumber], ["Datum", v.date(v.day())]),
          title(`Gewerbesteuerbescheid für ${year}`),
          table(
            ["Messbetrag", "Hebesatz", "Gewerbesteuer"],
            [v.money("1200.00"), "470 %", v.money(amount)],
          ),
          pairs("columns", ["Zu zahlen", v.money(amount)]),
          text(
            "Rechtsbehelfsbelehrung: Gegen diesen Bescheid kann innerhalb eines Monats Widerspruch erhoben werden.",
          ),
        ],
      };
    },
    finanzamt(v) {
      const [fileNumber, year, amount] = [
        `${v.random.digits(3)}/${v.random.digits(4)}/${v.random.digits(4)}`,
        String(v.random.between(2018, 2024)),
        v.amount(1000, 90000),
      ];
      const authority = `Finanzamt ${v.address()[1].slice(6)}`;
      return {
        fields: { authority, fileNumber, taxType: "Grunderwerbsteuer", amount },
        blocks: [
          left(authority, `Steuernummer ${fileNumber}`, "(Bitte bei Rückfragen angeben)"),
          left(v.person(), ...v.address()),
          title("Bescheid über Grunderwerbsteuer"),
          text(
            `Für den Erwerbsvorgang vom ${v.date(v.day())} wird die Steuer auf ${v.money(amount)} festgesetzt. Der Bescheid ist nach § 165 Abs. 1 AO teilweise vorläufig. Jahr ${year}.`,
          ),
          pairs(
            "columns",
            ["Bemessungsgrundlage", v.money("350000.00")],
            ["Steuersatz", "5,5 %"],
            ["Festgesetzte Steuer", v.money(amount)],
          ),
          text("Einspruch ist innerhalb eines Monats beim Finanzamt einzulegen."),
        ],
      };
    },
  }),
  ...templatesOf("tax-assessment", "en", {
    council(v) {
      const [town, fileNumber, year] = [
        v.address()[1].split(" ")[0] ?? "",
        v.random.digits(8),
        v.random.between(2018, 2024),
      ];
      const [authority, amount] = [`${town} City Council`, v.amount(900, 4000)];
      return {
        fields: {
          authority,
          fileNumber,
          taxType: "Council Tax",
          period: `${year}/${String(year + 1).slice(2)}`,
          amount,
        },
        blocks: [
          title(authority),
          heading(`Council Tax Bill ${year}/${String(year + 1).slice(2)}`),
          pairs(
            "columns",
            ["Account number", fileNumber],
            ["Valuation band", "D"],
            ["Property", v.address().join(", ")],
          ),
          table(
            ["Charge", "Amount"],
            ["Council", v.money("1200.00")],
            ["Police", v.money("200.00")],
          ),
          pairs("right", ["Amount payable", v.money(amount)]),
          text("Your instalments are due on the first of each month from April to January."),
        ],
      };
    },
    county(v) {
      const [fileNumber, year, amount] = [
        `${v.random.digits(3)}-${v.random.digits(4)}-${v.random.digits(3)}`,
        String(v.random.between(2018, 2024)),
        v.amount(900, 14000),
      ];
      const authority = `${v.random.pick(["Orange", "Madison", "Franklin"])} County Tax Collector`;
      return {
        fields: { authority, fileNumber, taxType: "Property Tax", amount, period: year },
        blocks: [
          title(authority),
          heading(`${year} Real Property Tax Statement`),
          pairs(
            "columns",
            ["Parcel number", fileNumber],
            ["Owner", v.person()],
            ["Tax year", year],
            ["Assessed value", v.money("412000.00")],
            ["Total tax due", v.money(amount)],
          ),
          text("Property tax bills not paid by December 31 become delinquent and accrue interest."),
        ],
      };
    },
  }),
  ...templatesOf("insurance", "de", {
    sammel(v) {
      const [insurer, policyNumber, from, premium] = [
        `Union Sachversicherung AG`,
        `${v.random.digits(2)}-${v.random.digits(7)}-${v.random.digits(2)}`,
        v.day(),
        v.amount(200, 9000),
      ];
      const to = v.later(from, 365);
      return {
        fields: { insurer, policyNumber, validFrom: from, validTo: to, premium },
        blocks: [
          title("Versicherungsschein zur Wohngebäudeversicherung"),
          pairs(
            "columns",
            ["Versicherer", insurer],
            ["Versicherungsnummer", policyNumber],
            ["Versicherungsnehmer", v.company()],
            ["Beginn", `${v.date(from)}, 0 Uhr`],
            ["Ablauf", `${v.date(to)}, 24 Uhr`],
            ["Zahlungsweise", "jährlich"],
          ),
          text(
            "Versichert sind die Gefahren Feuer, Leitungswasser, Sturm und Hagel nach den beigefügten Bedingungen. Die Selbstbeteiligung beträgt 500 Euro.",
          ),
          pairs(
            "right",
            ["Beitrag netto", v.money("180.00")],
            ["Bruttobeitrag jährlich", v.money(premium)],
          ),
        ],
      };
    },
  }),
  ...templatesOf("insurance", "en", {
    acord(v) {
      const [insurer, policyNumber, from] = [
        "Meridian Mutual Insurance Company",
        `CPP${v.random.digits(7)}`,
        v.day(),
      ];
      const to = v.later(from, 365);
      return {
        fields: { insurer, policyNumber, validFrom: from, validTo: to },
        blocks: [
          title("CERTIFICATE OF PROPERTY INSURANCE"),
          text(
            "This certificate is issued as a matter of information only and confers no rights upon the certificate holder.",
          ),
          pairs(
            "columns",
            ["Insurer", insurer],
            ["Insured", v.company()],
            ["Policy number", policyNumber],
            ["Effective date", v.date(from)],
            ["Expiration date", v.date(to)],
          ),
          table(
            ["Coverage", "Limit", "Deductible"],
            ["Building", v.money("2500000.00"), v.money("1000.00")],
          ),
          text(
            "Should the above described policy be cancelled before the expiration date, notice will be delivered in accordance with the policy provisions.",
          ),
        ],
      };
    },
  }),
];
