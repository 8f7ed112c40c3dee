import { left, pairs, text, title } from "../document-plan";
import { anyLayout, type Template, templatesOf } from "../template";

/** Rules may be tuned on these templates. */
export const TUNE_POLICIES_AND_TAXES: readonly Template[] = [
  ...templatesOf("tax-assessment", "de", {
    grundsteuer(v) {
      const [authority, fileNumber, year, amount] = [
        `Gemeinde ${v.random.pick(["Hellbach", "Neuried"])}`,
        v.random.digits(9),
        String(v.random.between(2018, 2024)),
        v.amount(100, 3000),
      ];
      return {
        fields: { authority, fileNumber, period: year, amount, taxType: "Grundsteuer" },
        blocks: [
          left(authority, "Kämmerei"),
          title(`Grundsteuerbescheid ${year}`),
          pairs(
            anyLayout(v),
            ["Aktenzeichen", fileNumber],
            ["Grundstück", v.address().join(", ")],
            ["Hebesatz", "450 %"],
            ["Jahresbetrag", v.money(amount)],
          ),
          text("Rechtsbehelfsbelehrung: Gegen diesen Bescheid kann Widerspruch erhoben werden."),
        ],
      };
    },
  }),
  ...templatesOf("tax-assessment", "en", {
    rates(v) {
      const [fileNumber, amount] = [v.random.digits(8), v.amount(1000, 30000)];
      const authority = `${v.address()[1].split(" ")[0]} Borough Council`;
      return {
        fields: { authority, fileNumber, amount, taxType: "Business Rates" },
        blocks: [
          left(authority),
          title("Business Rates Bill"),
          pairs(
            anyLayout(v),
            ["Account reference", fileNumber],
            ["Rateable value", v.money("42000.00")],
            ["Total payable", v.money(amount)],
          ),
          text("Non-domestic rates are payable by instalments."),
        ],
      };
    },
  }),
  ...templatesOf("insurance", "de", {
    police(v) {
      const [insurer, policyNumber, from, premium] = [
        "Allgemeine Versicherung AG",
        `VS-${v.random.digits(8)}`,
        v.day(),
        v.amount(200, 9000),
      ];
      const to = v.later(from, 365);
      return {
        fields: { insurer, policyNumber, validFrom: from, validTo: to, premium },
        blocks: [
          text(insurer),
          title("Versicherungsschein"),
          pairs(
            anyLayout(v),
            ["Versicherungsschein-Nr.", policyNumber],
            ["Versicherungsnehmer", v.company()],
            ["Versicherungsbeginn", v.date(from)],
            ["Versicherungsablauf", v.date(to)],
            ["Jahresbeitrag", v.money(premium)],
          ),
          text("Versicherte Gefahren: Feuer, Leitungswasser, Sturm. Selbstbeteiligung 500 Euro."),
        ],
      };
    },
  }),
  ...templatesOf("insurance", "en", {
    schedule(v) {
      const [insurer, policyNumber, from, premium] = [
        "Harbour Insurance plc",
        `POL${v.random.digits(7)}`,
        v.day(),
        v.amount(200, 9000),
      ];
      const to = v.later(from, 364);
      return {
        fields: { insurer, policyNumber, validFrom: from, validTo: to, premium },
        blocks: [
          text(insurer),
          title("Policy Schedule – Property Owners Insurance"),
          pairs(
            anyLayout(v),
            ["Policy number", policyNumber],
            ["Insured", v.company()],
            ["Period of insurance", `${v.date(from)} to ${v.date(to)}`],
            ["Annual premium", v.money(premium)],
          ),
          text(
            "Sum insured: buildings declared value. Excess each and every loss. Subject to the policy wording.",
          ),
        ],
      };
    },
  }),
];
