import { foot, left, pairs, right, table, text, title } from "../document-plan";
import { grouped, type InventedValues } from "../invented-values";
import { anyLayout, type Template, templatesOf } from "../template";

/** Returns amounts that add up. */
function sums(v: InventedValues) {
  const net = v.random.between(4_000, 900_000);
  const rate = v.language === "de" ? 19 : 20;
  const tax = Math.round((net * rate) / 100);
  const write = (cents: number) => (cents / 100).toFixed(2);
  return { net: write(net), tax: write(tax), total: write(net + tax), rate };
}

/**
 * These templates were written before any of them was classified, and were never consulted while the rules were being
 * tuned.
 */
export const HELD_OUT_INVOICES: readonly Template[] = [
  ...templatesOf("invoice", "de", {
    architekt(v) {
      const [issuer, issued, { net, tax, total, rate }] = [v.company(), v.day(), sums(v)];
      const [number, iban, vatId] = [
        `${issued.slice(0, 4)}-${v.random.digits(4)}`,
        v.iban(),
        v.vatId(),
      ];
      const due = v.later(issued, 14);
      return {
        fields: {
          issuer,
          invoiceNumber: number,
          issuedOn: issued,
          totalAmount: total,
          currency: v.currency,
          iban,
          vatId,
          dueOn: due,
        },
        blocks: [
          left(`${issuer} | ${v.address().join(" | ")}`),
          left(v.company(), "Buchhaltung", ...v.address()),
          right(`Datum: ${v.date(issued)}`, `Projekt: ${v.random.digits(4)}`),
          title(`Honorarrechnung Nr. ${number}`),
          text(
            "Sehr geehrte Frau Seidel, für die Leistungsphasen 1 bis 4 stellen wir Ihnen gemäß Vertrag in Rechnung:",
          ),
          table(["Leistung", "Anteil", "Betrag"], ["Grundlagenermittlung", "40 %", v.money(net)]),
          pairs(
            "right",
            ["Honorar netto", v.money(net)],
            [`Umsatzsteuer ${rate} %`, v.money(tax)],
            ["Gesamthonorar brutto", v.money(total)],
          ),
          text(
            `Bitte überweisen Sie den Rechnungsbetrag von ${v.money(total)} bis zum ${v.date(due)}.`,
          ),
          foot(
            `Bankverbindung: IBAN ${grouped(iban)}`,
            `USt-IdNr. ${vatId} · Amtsgericht Köln HRB ${v.random.digits(5)}`,
          ),
        ],
      };
    },
    kopfdaten(v) {
      const [issuer, issued, { net, tax, total, rate }] = [v.company(), v.day(), sums(v)];
      const [number, vatId] = [v.random.digits(8), v.vatId()];
      return {
        fields: {
          issuer,
          invoiceNumber: number,
          issuedOn: issued,
          totalAmount: total,
          currency: v.currency,
          vatId,
        },
        blocks: [
          title(issuer),
          text(`${v.address().join(", ")} - Telefon 0${v.random.digits(9)} - USt-ID ${vatId}`),
          left("An", v.company(), ...v.address()),
          pairs(
            "above",
            ["Rechnungs-Nr.", number],
            ["Kunden-Nr.", v.random.digits(5)],
            ["Rechnungsdatum", v.date(issued)],
            ["Lieferschein-Nr.", v.random.digits(6)],
            ["Bestellung vom", v.date(v.later(issued, -20))],
          ),
          table(
            ["Artikel", "Menge", "Einzelpreis", "Gesamt"],
            ["Filterelement", "3", v.money("18.90"), v.money("56.70")],
            ["Montage", "1", v.money(net), v.money(net)],
          ),
          pairs(
            "right",
            ["Warenwert", v.money(net)],
            [`MwSt ${rate}%`, v.money(tax)],
            ["Endbetrag", v.money(total)],
          ),
          text(
            "Zahlung innerhalb von 10 Tagen mit 2 % Skonto, 30 Tage netto. Es gelten unsere Lieferbedingungen.",
          ),
        ],
      };
    },
  }),
  ...templatesOf("invoice", "en", {
    contractor(v) {
      const [issuer, issued, { net, tax, total }] = [v.company(), v.day(), sums(v)];
      const [number, due, iban] = [`INV-${v.random.digits(5)}`, v.later(issued, 30), v.iban()];
      return {
        fields: {
          issuer,
          invoiceNumber: number,
          issuedOn: issued,
          totalAmount: total,
          currency: v.currency,
          dueOn: due,
          iban,
        },
        blocks: [
          right("INVOICE"),
          left(issuer, ...v.address()),
          pairs(
            "above",
            ["Invoice number", number],
            ["Date of issue", v.date(issued)],
            ["Date due", v.date(due)],
          ),
          left("Bill to", v.company(), ...v.address()),
          table(
            ["Description", "Qty", "Unit price", "Amount"],
            ["Roof repair", "1", v.money(net), v.money(net)],
          ),
          pairs(
            "right",
            ["Subtotal", v.money(net)],
            ["VAT", v.money(tax)],
            ["Total", v.money(total)],
            ["Amount due", v.money(total)],
          ),
          text(`Payment by bank transfer to IBAN ${iban}, quoting the invoice number.`),
        ],
      };
    },
    statement(v) {
      const [issuer, issued, { net, tax, total }] = [v.company(), v.day(), sums(v)];
      const [number, vatId] = [v.random.digits(6), v.vatId()];
      return {
        fields: {
          issuer,
          invoiceNumber: number,
          issuedOn: issued,
          totalAmount: total,
          currency: v.currency,
          vatId,
        },
        blocks: [
          title("Sales Invoice"),
          pairs(
            anyLayout(v),
            ["From", issuer],
            ["Invoice No", number],
            ["Tax point", v.date(issued)],
            ["Customer ref", v.random.digits(5)],
          ),
          text(
            "Professional services in connection with the management of the estate for the quarter.",
          ),
          table(
            ["Details", "Net", "VAT", "Gross"],
            ["Management fee", v.money(net), v.money(tax), v.money(total)],
          ),
          pairs(
            "right",
            ["Total net", v.money(net)],
            ["Total VAT", v.money(tax)],
            ["Total to pay", v.money(total)],
          ),
          foot(
            `${issuer}. VAT registration number ${vatId}. Registered office ${v.address().join(", ")}`,
          ),
        ],
      };
    },
  }),
];
