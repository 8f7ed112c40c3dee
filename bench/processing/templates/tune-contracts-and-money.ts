import { foot, heading, left, pairs, right, table, text, title } from "../document-plan";
import { grouped } from "../made-values";
import { anyLayout, type Template, templatesOf } from "../template";

/** Rules may be tuned on these: leases, amendments, invoices, statements, taxes, insurance. */
export const TUNE_CONTRACTS_AND_MONEY: readonly Template[] = [
  ...templatesOf("lease", "de", {
    klassisch(v) {
      const [landlord, tenant, start, rent] = [
        v.company(),
        v.person(),
        v.day(),
        v.amount(400, 2200),
      ];
      const signed = v.later(start, -25);
      return {
        fields: { tenant, landlord, startsOn: start, signedOn: signed, rentMonthly: rent },
        blocks: [
          title("Wohnraummietvertrag"),
          text(
            `zwischen ${landlord}, ${v.address().join(", ")} – nachfolgend Vermieter genannt – und ${tenant} – nachfolgend Mieter genannt – wird folgender Mietvertrag geschlossen:`,
          ),
          heading("§ 1 Mietsache"),
          text(
            `Vermietet wird die Wohnung im ${v.random.between(1, 6)}. Obergeschoss des Hauses ${v.address().join(", ")}, bestehend aus drei Zimmern, Küche und Bad.`,
          ),
          heading("§ 2 Mietzeit"),
          text(
            `Das Mietverhältnis beginnt am ${v.date(start)} und läuft auf unbestimmte Zeit. Die Kündigungsfrist beträgt drei Monate.`,
          ),
          heading("§ 3 Miete"),
          text(
            `Die monatliche Grundmiete beträgt ${v.money(rent)}. Hinzu kommen Vorauszahlungen auf die Betriebskosten von ${v.money(v.amount(90, 300))}. Die Kaution beträgt ${v.money(v.amount(1500, 5000))}.`,
          ),
          text(`${v.address()[1].slice(6)}, den ${v.date(signed)}`),
        ],
      };
    },
  }),
  ...templatesOf("lease", "en", {
    tenancy(v) {
      const [landlord, tenant, start, rent] = [
        v.company(),
        v.person(),
        v.day(),
        v.amount(500, 4000),
      ];
      const end = v.later(start, 364);
      return {
        fields: { tenant, landlord, startsOn: start, endsOn: end, rentMonthly: rent },
        blocks: [
          title("Assured Shorthold Tenancy Agreement"),
          pairs(
            anyLayout(v),
            ["Landlord", landlord],
            ["Tenant", tenant],
            ["Property", v.address().join(", ")],
            ["Start date", v.date(start)],
            ["End date", v.date(end)],
            ["Monthly rent", v.money(rent)],
            ["Deposit", v.money(v.amount(800, 5000))],
          ),
          text(
            "The tenant agrees to pay the rent in advance and to keep the interior of the premises in good repair. The landlord must give 24 hours notice before entering.",
          ),
        ],
      };
    },
  }),
  ...templatesOf("lease-amendment", "de", {
    erster(v) {
      const [tenant, signed, number] = [v.company(), v.day(), String(v.random.between(1, 5))];
      const effective = v.later(signed, 40);
      return {
        fields: { tenant, amendmentNumber: number, signedOn: signed, effectiveOn: effective },
        blocks: [
          title(`${number}. Nachtrag zum Mietvertrag`),
          pairs(
            anyLayout(v),
            ["Vermieterin", v.company()],
            ["Mieterin", tenant],
            ["Mietobjekt", v.address().join(", ")],
          ),
          text(
            `Der Mietvertrag vom ${v.date(v.later(signed, -1200))} wird wie folgt geändert: Die Laufzeit verlängert sich um fünf Jahre. Der Nachtrag tritt am ${v.date(effective)} in Kraft.`,
          ),
          text("Die übrigen Bestimmungen des Mietvertrages bleiben unberührt."),
          text(`${v.address()[1].slice(6)}, ${v.date(signed)}`),
        ],
      };
    },
  }),
  ...templatesOf("lease-amendment", "en", {
    addendum(v) {
      const [tenant, signed, number] = [v.company(), v.day(), String(v.random.between(1, 5))];
      return {
        fields: { tenant, signedOn: signed, amendmentNumber: number },
        blocks: [
          title(`Amendment No. ${number} to Lease`),
          text(
            `This amendment is entered into on ${v.date(signed)} between ${v.company()} (the "Landlord") and ${tenant} (the "Tenant").`,
          ),
          text(
            "The Lease is hereby amended: the tenant may use two additional parking spaces. All other terms remain in full force and effect.",
          ),
        ],
      };
    },
  }),
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
