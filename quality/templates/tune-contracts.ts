import { heading, pairs, text, title } from "../document-plan";
import { anyLayout, type Template, templatesOf } from "../template";

/** Rules may be tuned on these templates. */
export const TUNE_CONTRACTS: readonly Template[] = [
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
];
