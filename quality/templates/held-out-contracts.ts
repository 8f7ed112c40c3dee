import { foot, heading, left, pageBreak, pairs, right, text, title } from "../document-plan";
import { anyLayout, type Template, templatesOf } from "../template";

/**
 * These templates were written before any of them was classified, and were never consulted while the rules were being
 * tuned.
 */
export const HELD_OUT_CONTRACTS: readonly Template[] = [
  ...templatesOf("lease", "de", {
    form(v) {
      const [landlord, tenant, start] = [v.company(), v.person(), v.day()];
      const [signed, rent, address] = [v.later(start, -30), v.amount(500, 2500), v.address()];
      return {
        fields: { tenant, landlord, startsOn: start, signedOn: signed, rentMonthly: rent },
        blocks: [
          title("Mietvertrag für Wohnräume"),
          heading("Vertragsparteien"),
          pairs(
            "columns",
            ["Vermieter:", landlord],
            ["Anschrift:", v.address().join(", ")],
            ["Mieter:", tenant],
            ["geboren am:", v.date(v.day(1960, 1995))],
          ),
          heading("1. Mieträume"),
          text(
            `Zum Zwecke der Nutzung als Wohnung werden im Haus ${address.join(", ")} die Räume im ${v.random.between(1, 5)}. Obergeschoss überlassen. Die Wohnfläche wird mit ca. ${v.random.between(40, 120)} m² vereinbart.`,
          ),
          heading("2. Beginn des Mietverhältnisses"),
          text(
            `Die Mietzeit beginnt am ${v.date(start)}. Der Vertrag wird auf unbestimmte Zeit geschlossen und kann mit gesetzlicher Frist gekündigt werden.`,
          ),
          heading("3. Miete"),
          pairs(
            "columns",
            ["Nettokaltmiete", v.money(rent)],
            ["Vorauszahlung Heizkosten", v.money(v.amount(60, 120))],
            ["Mietsicherheit", v.money(v.amount(3000, 6000))],
          ),
          pageBreak,
          text(
            "Schönheitsreparaturen trägt der Mieter nach Maßgabe des Zustands bei Übergabe. Die Hausordnung ist Bestandteil des Vertrages.",
          ),
          pairs("columns", ["Ort, Datum", `${address[1].slice(6)}, ${v.date(signed)}`]),
          text("Unterschrift Vermieter                    Unterschrift Mieter"),
        ],
      };
    },
    shop(v) {
      const [landlord, tenant, start] = [v.company(), v.company(), v.day()];
      const [end, rent] = [v.later(start, 3652), v.amount(2000, 20000)];
      return {
        fields: { tenant, landlord, startsOn: start, endsOn: end, rentMonthly: rent },
        blocks: [
          title("Gewerberaummietvertrag"),
          text(
            `zwischen der ${landlord}, ${v.address().join(", ")}, vertreten durch den Geschäftsführer ${v.person()}, – im Folgenden „Vermieterin“ –`,
          ),
          text("und"),
          text(`der ${tenant}, ${v.address().join(", ")}, – im Folgenden „Mieterin“ –`),
          heading("§ 1 Mietgegenstand und Mietzweck"),
          text(
            `Die Vermieterin vermietet an die Mieterin Ladenflächen im Erdgeschoss des Anwesens ${v.address().join(", ")} zum Betrieb eines Einzelhandelsgeschäfts.`,
          ),
          heading("§ 2 Mietdauer"),
          text(
            `Das Mietverhältnis beginnt am ${v.date(start)} und endet am ${v.date(end)}, ohne dass es einer Kündigung bedarf. Der Mieterin wird eine Verlängerungsoption eingeräumt.`,
          ),
          heading("§ 3 Mietzins und Nebenkosten"),
          text(
            `Der Mietzins beträgt monatlich netto ${v.money(rent)} zuzüglich der gesetzlichen Umsatzsteuer. Er ist bis zum dritten Werktag eines Monats zu zahlen.`,
          ),
          heading("§ 4 Konkurrenzschutz"),
          text("Konkurrenzschutz wird nicht gewährt. Mündliche Nebenabreden bestehen nicht."),
        ],
      };
    },
  }),
  ...templatesOf("lease", "en", {
    us(v) {
      const [landlord, tenant, start] = [v.company(), v.person(), v.day()];
      const [end, rent, signed] = [v.later(start, 364), v.amount(900, 4000), v.later(start, -20)];
      return {
        fields: {
          tenant,
          landlord,
          startsOn: start,
          endsOn: end,
          rentMonthly: rent,
          signedOn: signed,
        },
        blocks: [
          title("RESIDENTIAL LEASE"),
          text(
            `THIS LEASE is entered into on ${v.date(signed)} by and between ${landlord} ("Landlord") and ${tenant} ("Tenant").`,
          ),
          text(
            `1. PREMISES. Landlord hereby leases to Tenant the dwelling located at ${v.address().join(", ")}, including the appliances listed in Exhibit A.`,
          ),
          text(
            `2. TERM. The lease term begins on ${v.date(start)} and ends on ${v.date(end)}. Thereafter the tenancy continues from month to month.`,
          ),
          text(
            `3. RENT. Tenant agrees to pay base rent of ${v.money(rent)} per month, payable on the first day of each month. A late fee of ${v.money("50.00")} applies after the fifth day.`,
          ),
          text(
            `4. SECURITY DEPOSIT. Upon execution Tenant shall deposit ${v.money(v.amount(1000, 5000))}. 5. PETS. No animals without written consent.`,
          ),
          text("Landlord: ______________________     Tenant: ______________________"),
        ],
      };
    },
    particulars(v) {
      const [landlord, tenant, start] = [v.company(), v.company(), v.day()];
      const [end, signed] = [v.later(start, 1825), v.later(start, -12)];
      return {
        fields: { tenant, landlord, startsOn: start, endsOn: end, signedOn: signed },
        blocks: [
          text(`DATED ${v.date(signed)}`),
          title("LEASE of office premises"),
          heading("LAND REGISTRY PARTICULARS AND SUMMARY TERMS"),
          pairs(
            v.random.pick(["columns", "inline"]),
            ["Landlord", landlord],
            ["Tenant", tenant],
            ["Property", `Second floor, ${v.address().join(", ")}`],
            ["Term commencement date", v.date(start)],
            ["Expiry date", v.date(end)],
            ["Permitted use", "Offices within Class E"],
          ),
          text(
            "The Landlord demises the Property to the Tenant for the Term at the Annual Rent. The Tenant covenants with the Landlord to pay the rent, to keep the Property in repair, and not to underlet without consent. The Landlord covenants for quiet enjoyment.",
          ),
          text(
            "This lease has been executed as a deed and is delivered on the date stated at the beginning of it.",
          ),
        ],
      };
    },
  }),
  ...templatesOf("lease-amendment", "de", {
    nummer(v) {
      const [tenant, number, signed] = [v.company(), String(v.random.between(1, 6)), v.day()];
      const effective = v.later(signed, 30);
      return {
        fields: { tenant, amendmentNumber: number, signedOn: signed, effectiveOn: effective },
        blocks: [
          title(`Nachtrag Nr. ${number}`),
          text(
            `zum Mietvertrag vom ${v.date(v.later(signed, -900))} über Büroflächen im Objekt ${v.address().join(", ")}`,
          ),
          text(`zwischen ${v.company()} (Vermieterin) und ${tenant} (Mieterin)`),
          heading("Präambel"),
          text(
            "Die Parteien sind durch den oben genannten Mietvertrag verbunden. Die Mieterin möchte ihre Flächen erweitern.",
          ),
          heading("§ 1 Flächenerweiterung"),
          text(
            `Mit Wirkung ab ${v.date(effective)} mietet die Mieterin zusätzlich ${v.random.between(50, 400)} m² an. Die Miete erhöht sich entsprechend.`,
          ),
          heading("§ 2 Fortgeltung"),
          text("Im Übrigen bleiben die Bestimmungen des Mietvertrages unverändert in Kraft."),
          left(`${v.address()[1].slice(6)}, den ${v.date(signed)}`),
        ],
      };
    },
    vereinbarung(v) {
      const [tenant, signed] = [v.person(), v.day()];
      const effective = v.later(signed, 45);
      return {
        fields: { tenant, signedOn: signed, effectiveOn: effective },
        blocks: [
          title("Ergänzungsvereinbarung zum Wohnraummietvertrag"),
          pairs(
            "columns",
            ["Vermieter", v.company()],
            ["Mieter", tenant],
            ["Wohnung", v.address().join(", ")],
            ["Ursprungsvertrag vom", v.date(v.later(signed, -2000))],
          ),
          text(
            `1. Die Parteien vereinbaren in Abänderung des Mietvertrages, dass die Grundmiete ab dem ${v.date(effective)} ${v.money(v.amount(500, 900))} beträgt.`,
          ),
          text("2. Alle übrigen Regelungen des Mietvertrags gelten unverändert fort."),
          pairs("inline", ["Datum", v.date(signed)]),
          text("Unterschriften der Vertragsparteien"),
        ],
      };
    },
  }),
  ...templatesOf("lease-amendment", "en", {
    first(v) {
      const [tenant, signed] = [v.company(), v.day()];
      const effective = v.later(signed, 20);
      return {
        fields: { tenant, signedOn: signed, effectiveOn: effective },
        blocks: [
          title("SECOND AMENDMENT TO LEASE AGREEMENT"),
          text(
            `This Second Amendment is made as of ${v.date(signed)} by and between ${v.company()}, as landlord, and ${tenant}, as tenant.`,
          ),
          text(
            `WHEREAS, the parties entered into that certain lease dated ${v.date(v.later(signed, -1500))} (the "Original Lease"); and WHEREAS the parties desire to amend it.`,
          ),
          text(
            `1. Rent. Effective ${v.date(effective)}, the monthly rent is increased to ${v.money(v.amount(2000, 9000))}.`,
          ),
          text(
            "2. Ratification. Except as amended herein, the Original Lease shall remain in full force and effect.",
          ),
          right("By: ____________________"),
        ],
      };
    },
    variation(v) {
      const [tenant, signed] = [v.company(), v.day()];
      return {
        fields: { tenant, signedOn: signed },
        blocks: [
          title("DEED OF VARIATION"),
          pairs(
            anyLayout(v),
            ["Date", v.date(signed)],
            ["Landlord", v.company()],
            ["Tenant", tenant],
            ["Property", v.address().join(", ")],
          ),
          text(
            "This deed is supplemental to the Lease. The parties have agreed to vary the Lease as set out below. Clause 4.2 shall be deleted and replaced with the following: the Tenant may share occupation with a group company.",
          ),
          text("Save as varied by this deed the terms of the Lease shall continue in full force."),
          foot("Executed as a deed by the parties"),
        ],
      };
    },
  }),
];
