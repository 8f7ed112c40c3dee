import { heading, left, pairs, right, table, text, title } from "../document-plan";
import { anyLayout, type Template, templatesOf } from "../template";

/** Rules may be tuned on these templates. */
export const TUNE_LETTERS: readonly Template[] = [
  ...templatesOf("correspondence", "de", {
    brief(v) {
      const [sender, recipient, writtenOn] = [v.company(), v.person(), v.day()];
      return {
        fields: { sender, recipient, writtenOn, subject: "Bauarbeiten im Innenhof" },
        blocks: [
          right(sender, ...v.address()),
          left(recipient, ...v.address()),
          text(`${v.address()[1].slice(6)}, ${v.date(writtenOn)}`),
          heading("Betreff: Bauarbeiten im Innenhof"),
          text(
            "Sehr geehrter Herr Müller, wir informieren Sie über Bauarbeiten im Innenhof. Bei Rückfragen stehen wir gerne zur Verfügung.",
          ),
          text("Mit freundlichen Grüßen"),
          left(v.person()),
        ],
      };
    },
  }),
  ...templatesOf("correspondence", "en", {
    letter(v) {
      const [sender, recipient, writtenOn] = [v.company(), v.person(), v.day()];
      return {
        fields: { sender, recipient, writtenOn, subject: "Works to the roof" },
        blocks: [
          right(sender, ...v.address()),
          left(recipient, ...v.address()),
          text(v.date(writtenOn)),
          text("Dear Ms Carter,"),
          heading("Re: Works to the roof"),
          text(
            "Further to our recent conversation I am writing to confirm the arrangements. Please do not hesitate to contact me.",
          ),
          text("Yours sincerely,"),
          left(v.person()),
        ],
      };
    },
  }),
  ...templatesOf("unknown", "de", {
    lieferschein: (v) => ({
      fields: {},
      blocks: [
        left(v.company(), ...v.address()),
        title("Lieferschein"),
        pairs(
          anyLayout(v),
          ["Lieferschein-Nr.", v.random.digits(6)],
          ["Lieferdatum", v.date(v.day())],
          ["Rechnung folgt", "separat"],
        ),
        table(["Artikel", "Menge"], ["Filter", "4"]),
        text("Ware vollständig erhalten. Unterschrift Empfänger"),
      ],
    }),
    kontoauszug: (v) => ({
      fields: {},
      blocks: [
        title("Kontoauszug Nr. 4"),
        pairs(anyLayout(v), ["Kontoinhaber", v.company()], ["IBAN", v.iban()]),
        table(
          ["Buchungstag", "Text", "Betrag"],
          [v.date(v.day()), "Dauerauftrag Miete", v.money("850.00")],
        ),
      ],
    }),
  }),
  ...templatesOf("unknown", "en", {
    minutes: (v) => ({
      fields: {},
      blocks: [
        title("Minutes of the Site Meeting"),
        text(
          `held on ${v.date(v.day())}. Apologies for absence. Minutes of last meeting agreed. Any other business. The contractor reported on the lease of the crane and the insurance.`,
        ),
      ],
    }),
    quote: (v) => ({
      fields: {},
      blocks: [
        text(v.company()),
        title("Quotation"),
        pairs(anyLayout(v), ["Quote ref", v.random.digits(5)], ["Date", v.date(v.day())]),
        pairs(
          "right",
          ["Net", v.money("1000.00")],
          ["VAT", v.money("200.00")],
          ["Quoted sum", v.money("1200.00")],
        ),
        text("This quotation is valid for 30 days."),
      ],
    }),
  }),
];
