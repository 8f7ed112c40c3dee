import { foot, left, pairs, right, table, text, title } from "../document-plan";
import { grouped } from "../invented-values";
import { anyLayout, type Template, templatesOf } from "../template";

/** Rules may be tuned on these templates. */
export const TUNE_INVOICES: readonly Template[] = [
  ...templatesOf("invoice", "de", {
    handwerk(v) {
      const [issuer, issued, number, iban, vatId] = [
        v.company(),
        v.day(),
        `RE-${v.random.digits(5)}`,
        v.iban(),
        v.vatId(),
      ];
      const [net, tax, total, due] = ["1250.00", "237.50", "1487.50", v.later(issued, 21)];
      return {
        fields: {
          issuer,
          invoiceNumber: number,
          issuedOn: issued,
          totalAmount: total,
          currency: "EUR",
          iban,
          vatId,
          dueOn: due,
        },
        blocks: [
          right(issuer, ...v.address()),
          left(v.company(), ...v.address()),
          title("Rechnung"),
          pairs(
            anyLayout(v),
            ["Rechnungsnummer", number],
            ["Rechnungsdatum", v.date(issued)],
            ["Kundennummer", v.random.digits(5)],
            ["Fällig am", v.date(due)],
          ),
          table(
            ["Pos.", "Bezeichnung", "Menge", "Gesamt"],
            ["1", "Wartung Aufzug", "1", v.money(net)],
          ),
          pairs(
            "right",
            ["Nettobetrag", v.money(net)],
            ["zzgl. 19 % MwSt.", v.money(tax)],
            ["Rechnungsbetrag", v.money(total)],
          ),
          foot(
            `${issuer} · ${v.address().join(" · ")}`,
            `IBAN ${grouped(iban)} · USt-IdNr. ${vatId}`,
          ),
        ],
      };
    },
  }),
  ...templatesOf("invoice", "en", {
    classic(v) {
      const [issuer, issued, number, iban] = [
        v.company(),
        v.day(),
        `INV${v.random.digits(6)}`,
        v.iban(),
      ];
      const [net, tax, total, due] = ["1250.00", "250.00", "1500.00", v.later(issued, 30)];
      return {
        fields: {
          issuer,
          invoiceNumber: number,
          issuedOn: issued,
          totalAmount: total,
          currency: v.currency,
          iban,
          dueOn: due,
        },
        blocks: [
          right(issuer, ...v.address()),
          title("INVOICE"),
          left("Bill to:", v.company(), ...v.address()),
          pairs(
            anyLayout(v),
            ["Invoice No.", number],
            ["Invoice Date", v.date(issued)],
            ["Due Date", v.date(due)],
            ["PO Number", v.random.digits(5)],
          ),
          table(["Description", "Qty", "Amount"], ["Engineer labour", "4", v.money(net)]),
          pairs(
            "right",
            ["Subtotal", v.money(net)],
            ["VAT 20%", v.money(tax)],
            ["Total Due", v.money(total)],
          ),
          foot(`IBAN ${grouped(iban)}`),
        ],
      };
    },
  }),
  ...templatesOf("utility-statement", "de", {
    heizkosten(v) {
      const [provider, year, total] = [
        v.company(),
        v.random.between(2018, 2024),
        v.amount(50, 900),
      ];
      return {
        fields: {
          provider,
          periodFrom: `${year}-01-01`,
          periodTo: `${year}-12-31`,
          totalAmount: total,
          currency: "EUR",
        },
        blocks: [
          left(`${provider} · ${v.address().join(" · ")}`),
          title("Heiz- und Nebenkostenabrechnung"),
          pairs(
            anyLayout(v),
            ["Nutzungszeitraum", `01.01.${year} bis 31.12.${year}`],
            ["Liegenschaft", v.address().join(", ")],
            ["Nutzer", v.person()],
          ),
          table(
            ["Kostenart", "Gesamt", "Ihr Anteil"],
            ["Heizung", v.money("8200.00"), v.money("640.20")],
          ),
          pairs("right", ["Ihre Vorauszahlungen", v.money("600.00")], ["Guthaben", v.money(total)]),
        ],
      };
    },
  }),
  ...templatesOf("utility-statement", "en", {
    electricity(v) {
      const [provider, from, total] = [v.company(), v.day(), v.amount(80, 900)];
      const to = v.later(from, 91);
      return {
        fields: {
          provider,
          periodFrom: from,
          periodTo: to,
          totalAmount: total,
          currency: v.currency,
        },
        blocks: [
          title("Your electricity bill"),
          text(provider),
          pairs(
            anyLayout(v),
            ["Account number", v.random.digits(9)],
            ["Billing period", `${v.date(from)} - ${v.date(to)}`],
          ),
          table(
            ["Meter", "Previous", "Current", "kWh used"],
            [v.random.digits(8), "1200", "1800", "600"],
          ),
          pairs(
            "right",
            ["Standing charge", v.money("20.10")],
            ["VAT at 5%", v.money("4.10")],
            ["Amount due", v.money(total)],
          ),
        ],
      };
    },
  }),
];
