import { heading, left, pairs, right, table, text, title } from "../document-plan";
import { anyLayout, type Template, templatesOf } from "../template";

/**
 * These templates were written before any of them was classified, and were never consulted while the rules were being
 * tuned.
 */
export const HELD_OUT_UTILITIES: readonly Template[] = [
  ...templatesOf("utility-statement", "de", {
    verwalter(v) {
      const [provider, year] = [v.company(), v.random.between(2018, 2024)];
      const total = v.amount(40, 900);
      return {
        fields: {
          provider,
          periodFrom: `${year}-01-01`,
          periodTo: `${year}-12-31`,
          totalAmount: total,
          currency: v.currency,
        },
        blocks: [
          left(`${provider}, ${v.address().join(", ")}`),
          left("Herrn", v.person(), ...v.address()),
          right(v.date(`${year + 1}-09-14`)),
          title(`Ihre Betriebskostenabrechnung für das Jahr ${year}`),
          pairs(
            "columns",
            ["Abrechnungszeitraum", `01.01.${year} – 31.12.${year}`],
            ["Ihre Wohnfläche", "64,50 m²"],
          ),
          text(
            "Sehr geehrter Mieter, anbei erhalten Sie die Abrechnung der Betriebskosten für Ihre Wohnung.",
          ),
          table(
            ["Kostenart", "Gesamtkosten", "Schlüssel", "Ihr Anteil"],
            ["Grundsteuer", v.money("4210.00"), "m²", v.money("122.10")],
            ["Müllabfuhr", v.money("3020.00"), "Personen", v.money("98.20")],
          ),
          pairs(
            "right",
            ["Summe Ihrer Kosten", v.money("1720.30")],
            ["abzgl. Vorauszahlungen", v.money("1600.00")],
            ["Nachzahlung", v.money(total)],
          ),
          text(
            "Bitte überweisen Sie den Betrag innerhalb von vier Wochen. Mit freundlichen Grüßen",
          ),
        ],
      };
    },
    versorger(v) {
      const [provider, from, total] = [
        `Stadtwerke ${v.random.pick(["Hellbach", "Neustadt", "Lindau"])} GmbH`,
        v.day(),
        v.amount(300, 4000),
      ];
      const to = v.later(from, 364);
      return {
        fields: {
          provider,
          periodFrom: from,
          periodTo: to,
          totalAmount: total,
          currency: v.currency,
        },
        blocks: [
          title(provider),
          left(v.person(), ...v.address()),
          heading("Jahresverbrauchsabrechnung Fernwärme"),
          pairs(
            anyLayout(v),
            ["Vertragskonto", v.random.digits(10)],
            ["Verbrauchsstelle", v.address().join(", ")],
            ["Abrechnungszeitraum", `${v.date(from)} bis ${v.date(to)}`],
          ),
          table(
            ["Zähler", "Stand alt", "Stand neu", "Verbrauch"],
            [v.random.digits(8), "10.210", "18.400", "8.190 kWh"],
          ),
          pairs(
            "right",
            ["Arbeitspreis", v.money("820.00")],
            ["Grundpreis", v.money("140.00")],
            ["Rechnungsbetrag", v.money(total)],
          ),
          text("Ihr neuer monatlicher Abschlag wird zum 1. des Folgemonats abgebucht."),
        ],
      };
    },
  }),
  ...templatesOf("utility-statement", "en", {
    charge(v) {
      const [provider, from, total] = [v.company(), v.day(), v.amount(50, 2000)];
      const to = v.later(from, 364);
      return {
        fields: {
          provider,
          periodFrom: from,
          periodTo: to,
          totalAmount: total,
          currency: v.currency,
        },
        blocks: [
          left(provider, ...v.address()),
          title("Service Charge Statement of Account"),
          pairs(
            "columns",
            ["Managing agent", provider],
            ["Service charge year", `${v.date(from)} to ${v.date(to)}`],
            ["Unit", `Flat ${v.random.between(1, 60)}`],
          ),
          table(
            ["Expenditure", "Total", "Your share"],
            ["Cleaning", v.money("2400.00"), v.money("120.00")],
            ["Lift maintenance", v.money("3100.00"), v.money("155.00")],
          ),
          pairs(
            "right",
            ["Your apportionment", v.money("2750.00")],
            ["Payments on account", v.money("2400.00")],
            ["Balance due", v.money(total)],
          ),
        ],
      };
    },
    water(v) {
      const [from, total] = [v.day(), v.amount(80, 900)];
      const to = v.later(from, 182);
      const provider = `${v.random.pick(["Wessex", "Northern", "Harbour"])} Water Ltd`;
      return {
        fields: {
          provider,
          periodFrom: from,
          periodTo: to,
          totalAmount: total,
          currency: v.currency,
        },
        blocks: [
          title(provider),
          heading("Your water bill"),
          text(
            `Account number ${v.random.digits(9)}. Bill for the period ${v.date(from)} to ${v.date(to)}.`,
          ),
          table(
            ["Meter number", "Previous reading", "Current reading", "Used m3"],
            [v.random.digits(7), "1022", "1104", "82"],
          ),
          pairs(
            "right",
            ["Water used", v.money("60.10")],
            ["Standing charge", v.money("22.00")],
            ["Please pay", v.money(total)],
          ),
          text("You can pay by direct debit, online or at any bank. Need help paying? Contact us."),
        ],
      };
    },
  }),
];
