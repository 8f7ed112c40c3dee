import type { Evidence } from "./evidence";

/**
 * Common kinds of documents that do not belong to any shipped class. Without them, an order or a bank statement would be
 * classified as an invoice.
 */
export const OTHER_KINDS: Readonly<Record<string, Evidence>> = {
  "bank-statement": {
    8: "kontoauszug, bank statement, umsatzübersicht, account statement, kontoübersicht, account activity, statement of account, kreditkartenabrechnung, depotauszug, credit card statement",
    4: "kontostand, buchungstag, opening balance, closing balance, wertstellung, alter saldo, neuer saldo, balance brought forward, balance carried forward, valuta, statement period, kontoinhaber",
    2: "saldo, lastschrift, dauerauftrag, direct debit, standing order, sort code, gutschrift, überweisung, withdrawals, deposits",
  },
  "delivery-note": {
    8: "lieferschein, delivery note, packing list, packing slip, warenbegleitschein, dispatch note, bill of lading, frachtbrief, goods received note",
    3: "lieferschein-nr, delivery note no, deliver to, ware erhalten, goods received, packstücke, consignee, versandart, ship to, carrier, lieferadresse",
  },
  offer: {
    7: "angebot, quotation, kostenvoranschlag, price quote, offerte, auftragsbestätigung, order confirmation, purchase order, auftragserteilung, order acknowledgement",
    4: "bestellung, quote, proposal, estimate, angebotsnummer, angebot nr, quote no, quotation no, quote number, work order",
    3: "freibleibend, valid for 30 days, this quotation, angebotssumme, bindefrist, halten wir uns, unser angebot, wir danken für ihre bestellung, your order, dieses angebot",
  },
  minutes: {
    8: "protokoll der eigentümerversammlung, minutes of, eigentümerversammlung, meeting minutes, sitzungsprotokoll, niederschrift, besprechungsprotokoll, annual general meeting, beschlussprotokoll, ergebnisprotokoll",
    4: "tagesordnung, agenda, tagesordnungspunkt, top 1, apologies for absence, beschlussfähigkeit, any other business, abstimmungsergebnis, attendees, anwesende, teilnehmer, apologies, in attendance, tagesordnungspunkte, ja-stimmen, matters arising",
  },
  manual: {
    8: "betriebsanleitung, bedienungsanleitung, montageanleitung, gebrauchsanweisung, user manual, instruction manual, operating instructions, installation manual, user guide, benutzerhandbuch, owner's manual, operation and maintenance manual, datenblatt, data sheet, datasheet, technisches datenblatt, reference card, quick reference, handbuch, handbook, reference manual",
    3: "sicherheitshinweise, safety instructions, troubleshooting, inhaltsverzeichnis, table of contents, störungsbehebung, inbetriebnahme, technische daten, specifications, lieferumfang, abhilfe, chapter 1, kapitel 1, introduction, einleitung",
  },
  "other-contract": {
    8: "wartungsvertrag, kaufvertrag, dienstleistungsvertrag, werkvertrag, arbeitsvertrag, darlehensvertrag, verwaltervertrag, service agreement, maintenance agreement, purchase agreement, sale agreement, employment contract, loan agreement, management agreement, service contract, maklervertrag, non-disclosure agreement, bauvertrag, hausverwaltervertrag, verwaltungsvertrag, generalunternehmervertrag, employment agreement, facility management vertrag, architektenvertrag, rahmenvertrag, vollmacht, power of attorney, kreditvertrag, maintenance contract, kaufvertragsurkunde, contract of sale, stromliefervertrag, liefervertrag, reinigungsvertrag, software license agreement, terms and conditions, allgemeine geschäftsbedingungen",
    2: "auftragnehmer, auftraggeber, contractor, the client, vertragsgegenstand, the parties agree, leistungsumfang, the supplier, vergütung, käufer, verkäufer, purchaser, the seller, vertragsdauer, confidential information",
  },
  certificate: {
    7: "zertifikat, certificate of conformity, declaration of conformity, konformitätserklärung, teilnahmebescheinigung, certificate of registration, unbedenklichkeitsbescheinigung, freistellungsbescheinigung, bescheinigung, urkunde, zeugnis, mietschuldenfreiheitsbescheinigung, wohnungsgeberbestätigung, leistungserklärung, declaration of performance, certificate of attendance, handelsregisterauszug, handelsregister, selbstauskunft, teilungserklärung, declaration of division",
    3: "iso 9001, iso 14001, zertifizierungsstelle, hiermit wird bestätigt, bescheinigt, this is to certify, accreditation, certification body",
  },
  handover: {
    8: "übergabeprotokoll, wohnungsübergabeprotokoll, abnahmeprotokoll wohnung, handover protocol, inventory report, check-out report, check-in report, exposé, inventarliste, schedule of condition, move-in inspection, verkaufsexposé, mieterliste, rent roll, tenancy schedule",
    3: "schlüsselübergabe, zählerstände, keys handed over, objektbeschreibung, kaufpreis, provision, agents' note, meter readings at",
  },
  personal: {
    8: "curriculum vitae, lebenslauf, résumé, gehaltsabrechnung, lohnabrechnung, payslip, entgeltabrechnung, pay slip, verdienstabrechnung, reisekostenabrechnung, bewerbung, arbeitszeugnis, lohnsteuerbescheinigung, expense report",
    3: "berufserfahrung, work experience, education, personalnummer, ausbildung, kenntnisse, skills, employee",
  },
  article: {
    7: "newsletter, hausordnung, house rules, pressemitteilung, press release, abstract, rundschreiben, news, whitepaper, faq, ratgeber, lexikon, glossar, impressum, datenschutzerklärung, privacy policy, geschäftsbericht, annual report, merkblatt, fact sheet, satzung, balance sheet, jahresabschluss, bilanz, annual accounts, wirtschaftsplan, budget, aushang, bekanntmachung",
    3: "references, literatur, copyright, cookies, et al, subscribe, figure 1, abbildung 1, keywords, we propose, our approach, bibliography",
  },
};
