import { foot, heading, left, pairs, right, table, text, title } from "../document-plan";
import { grouped, type MadeValues } from "../made-values";
import { anyLayout, type Template, templatesOf } from "../template";

/** Amounts that add up. */
function sums(v: MadeValues) {
  const net = v.random.between(4_000, 900_000);
  const rate = v.language === "de" ? 19 : 20;
  const tax = Math.round((net * rate) / 100);
  const write = (cents: number) => (cents / 100).toFixed(2);
  return { net: write(net), tax: write(tax), total: write(net + tax), rate };
}

/** Never looked at while rules were tuned: invoices, statements, taxes, insurance. */
export const HELD_OUT_MONEY: readonly Template[] = [
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
