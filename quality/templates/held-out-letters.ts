import { heading, left, pairs, right, table, text, title } from "../document-plan";
import { type Template, templatesOf } from "../template";

/**
 * These templates were written before any of them was classified, and were never consulted while the rules were being
 * tuned.
 */
export const HELD_OUT_LETTERS: readonly Template[] = [
  ...templatesOf("correspondence", "de", {
    verwaltung(v) {
      const [sender, recipient, writtenOn] = [v.company(), v.person(), v.day()];
      const subject = v.random.pick([
        "Austausch der Wasserzähler",
        "Beschwerde wegen Lärm im Treppenhaus",
        "Terminankündigung Rauchwarnmelder",
      ]);
      return {
        fields: { sender, recipient, writtenOn, subject },
        blocks: [
          left(`${sender} · ${v.address().join(" · ")}`),
          left(recipient, ...v.address()),
          right(`${v.address()[1].slice(6)}, ${v.date(writtenOn)}`),
          heading(`Betreff: ${subject}`),
          text(`Sehr geehrte Damen und Herren,`),
          text(
            "in der kommenden Woche wird ein Mitarbeiter zu Ihnen kommen. Bitte ermöglichen Sie den Zugang zu Ihrer Wohnung.",
          ),
          text("Mit freundlichen Grüßen"),
          left(v.person(), sender),
        ],
      };
    },
    mieterin(v) {
      const [sender, recipient, writtenOn] = [v.person(), v.company(), v.day()];
      return {
        fields: { sender, recipient, writtenOn },
        blocks: [
          left(sender, ...v.address()),
          left(recipient, ...v.address()),
          right(v.date(writtenOn)),
          heading("Mängelanzeige Heizung"),
          text(
            "Guten Tag, seit Montag fällt in meiner Wohnung die Heizung aus. Ich bitte Sie, den Mangel bis Ende der Woche zu beheben und behalte mir eine Mietminderung vor.",
          ),
          text("Freundliche Grüße"),
          left(sender),
        ],
      };
    },
  }),
  ...templatesOf("correspondence", "en", {
    tenant(v) {
      const [sender, recipient, writtenOn] = [v.person(), v.company(), v.day()];
      return {
        fields: { sender, recipient, writtenOn, subject: "Leak in the bathroom ceiling" },
        blocks: [
          left(sender, ...v.address()),
          text(v.date(writtenOn)),
          left(recipient, ...v.address()),
          text("Dear Sir or Madam,"),
          heading("Re: Leak in the bathroom ceiling"),
          text(
            "I am writing to report a leak that has damaged the ceiling of the flat. I would be grateful if you could arrange a repair as soon as possible.",
          ),
          text("Yours faithfully,"),
          left(sender),
        ],
      };
    },
    agent(v) {
      const [sender, recipient, writtenOn] = [v.company(), v.person(), v.day()];
      return {
        fields: { sender, recipient, writtenOn, subject: "Annual inspection visit" },
        blocks: [
          title(sender),
          text(v.address().join(", ")),
          pairs("inline", ["Date", v.date(writtenOn)]),
          left(recipient, ...v.address()),
          pairs("inline", ["Subject", "Annual inspection visit"]),
          text(
            `Dear ${recipient}, we will be visiting the property next month to carry out the annual inspection. Please let us know if the proposed time is not convenient.`,
          ),
          text("Kind regards"),
          left(v.person(), `For ${sender}`),
        ],
      };
    },
  }),
  ...templatesOf("unknown", "de", {
    angebot: (v) => ({
      fields: {},
      blocks: [
        left(v.company(), ...v.address()),
        title(`Kostenvoranschlag Nr. ${v.random.digits(5)}`),
        pairs("columns", ["Datum", v.date(v.day())], ["Gültig bis", v.date(v.day())]),
        table(["Position", "Menge", "Preis"], ["Malerarbeiten", "1", v.money("1250.00")]),
        pairs(
          "right",
          ["Netto", v.money("1250.00")],
          ["MwSt. 19 %", v.money("237.50")],
          ["Angebotssumme", v.money("1487.50")],
        ),
        text(
          "Wir freuen uns auf Ihren Auftrag und halten uns vier Wochen an dieses Angebot gebunden.",
        ),
      ],
    }),
    protokoll: (v) => ({
      fields: {},
      blocks: [
        title("Niederschrift über die Eigentümerversammlung"),
        text(
          `vom ${v.date(v.day())} im Gemeindesaal. Beginn 18 Uhr. Die Versammlung ist beschlussfähig.`,
        ),
        text(
          "Tagesordnungspunkt 1: Jahresabrechnung und Wirtschaftsplan. Abstimmungsergebnis: 12 Ja-Stimmen, 1 Enthaltung. Tagesordnungspunkt 2: Fassadensanierung.",
        ),
      ],
    }),
  }),
  ...templatesOf("unknown", "en", {
    manual: (v) => ({
      fields: {},
      blocks: [
        title("Installation and Operating Instructions"),
        text(
          `Heat pump series ${v.random.digits(3)}. Read these safety instructions before installation. Keep for future reference.`,
        ),
        heading("Troubleshooting"),
        text(
          "If the display is blank, check the fuse. Disconnect the power before opening the casing. Technical data: 230 V, 50 Hz.",
        ),
      ],
    }),
    order: (v) => ({
      fields: {},
      blocks: [
        title("PURCHASE ORDER"),
        pairs(
          "columns",
          ["PO number", v.random.digits(6)],
          ["Date", v.date(v.day())],
          ["Supplier", v.company()],
        ),
        table(["Item", "Qty", "Price"], ["Filters", "10", v.money("84.00")]),
        text(
          "Please quote our purchase order number on the delivery note and on your invoice. Deliver to goods inwards.",
        ),
      ],
    }),
  }),
];
