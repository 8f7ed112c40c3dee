import type { DocumentClass, JudgeInput, Judgement } from "../judgement";
import { UNKNOWN_CLASS } from "../shipped-classes";
import type { DocumentText } from "../text/document-text";
import { type Evidence, type Phrase, toPhrase, toPhrases } from "./evidence";
import { SHIPPED_EVIDENCE } from "./shipped-evidence";
import { toZones, type Zone, type Zones } from "./zones";

/**
 * Common kinds of documents that do not belong to any shipped class. Without them, an order or a bank statement would be
 * classified as an invoice.
 */
const OTHER_KINDS: Readonly<Record<string, Evidence>> = {
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

/** The class, how certain it is, and what else the document might be. */
type ClassDecision = Pick<Judgement, "documentClass" | "score" | "alternatives">;

/**
 * Scales sums of weights, as measured by `npm run bench:processing`: a difference of 2.4 makes a class e times as likely.
 */
const TEMPERATURE = 2.4;
/** The weight of the evidence at which a class is as likely as no class. */
const UNKNOWN_WEIGHT = 5;
const KEYWORD_WEIGHT = 5;

const shipped = new Map(Object.entries(SHIPPED_EVIDENCE).map(([id, e]) => [id, toPhrases(e)]));
const others = Object.values(OTHER_KINDS).map(toPhrases);

/**
 * Decides the class of a document by its content, never by its name. Facts that the file states about itself come first;
 * an email is classified by its body, unless the body gives no class. Inactive classes are never chosen.
 */
export function decideClass(
  document: DocumentText,
  { classes, format, stated }: Pick<JudgeInput, "classes" | "format" | "stated">,
): ClassDecision {
  const active = classes.filter(({ isActive }) => isActive);
  if (stated !== null && active.some(({ id }) => id === stated.documentClass)) {
    return { documentClass: stated.documentClass, score: 1, alternatives: [] };
  }
  const own = document.pages.filter(({ isAttachment }) => !isAttachment);
  const decision = decideOf(own, active, format);
  if (decision.documentClass !== UNKNOWN_CLASS || own.length === document.pages.length)
    return decision;
  const attached = document.pages.filter(({ isAttachment }) => isAttachment);
  const other = decideOf(attached, active, format);
  return other.documentClass === UNKNOWN_CLASS ? decision : other;
}

function decideOf(
  pages: DocumentText["pages"],
  active: readonly DocumentClass[],
  format: JudgeInput["format"],
): ClassDecision {
  const zones = toZones(pages);
  const weights = new Map(
    active
      .filter(({ id }) => id !== UNKNOWN_CLASS)
      .map((documentClass) => [documentClass.id, weigh(zones, documentClass, pages)]),
  );
  adjust(weights, zones, format);
  weights.set(UNKNOWN_CLASS, UNKNOWN_WEIGHT + otherWeight(zones));
  return toDecision(weights);
}

/**
 * Returns how strongly the text resembles a kind of document that has no class. The result is lower for invoices, which
 * name their order and their delivery note.
 */
function otherWeight(zones: Zones): number {
  const isNumbered =
    /rechnungs-?(?:nummer|nr|datum|betrag)|rechnung(?: \(\d+\))? (?:nr|no|#)|invoice (?:no|number|#|date|total)/u;
  const factor = isNumbered.test(zones.text) ? 0.6 : 1;
  return factor * Math.max(...others.map((phrases) => weighEvidence(zones, phrases)));
}

function weigh(
  zones: Zones,
  { id, keywords, isShipped }: DocumentClass,
  pages: DocumentText["pages"],
): number {
  const phrases: readonly Phrase[] = [
    ...((isShipped ? shipped.get(id) : undefined) ?? []),
    ...keywords.map((keyword) => toPhrase(keyword, KEYWORD_WEIGHT)).filter(({ text }) => text),
  ];
  const [first] = pages;
  const isDrawing = id === "floor-plan" && (first?.width ?? 0) > (first?.height ?? 0) * 1.2;
  return weighEvidence(zones, phrases) + (isDrawing ? 2 : 0);
}

/** Applies negative evidence: features that one kind of document has and another never has. */
function adjust(weights: Map<string, number>, zones: Zones, format: string): void {
  const { text, all } = zones;
  const add = (id: string, weight: number) => {
    const old = weights.get(id);
    if (old !== undefined) weights.set(id, Math.max(0, old + weight));
  };
  const taxed = /\bmwst|ust\.?-?id|umsatzsteuer|\bvat\b|subtotal|zwischensumme|rechnungsbetrag/u;
  if (taxed.test(text)) {
    add("insurance", -3);
    add("lease", -1.5);
    add("land-register-extract", -3);
  }
  if (all.length > 0 && format === "eml") add("correspondence", 5);
  weighHeadings(weights, zones);
  // An amendment quotes its lease contract, with parties and paragraphs; a lease contract never quotes an amendment.
  const amendment = weights.get("lease-amendment") ?? 0;
  if (amendment > 14) add("lease", -0.6 * (weights.get("lease") ?? 0));
}

function toDecision(weights: ReadonlyMap<string, number>): ClassDecision {
  const highest = Math.max(...weights.values());
  const raised = [...weights].map(
    ([id, weight]) => [id, Math.exp((weight - highest) / TEMPERATURE)] as const,
  );
  const total = raised.reduce((sum, [, weight]) => sum + weight, 0);
  const ranked = raised
    .map(([documentClass, weight]) => ({ documentClass, score: rounded(weight / total) }))
    .sort((a, b) => b.score - a.score);
  const [first = { documentClass: UNKNOWN_CLASS, score: 1 }, ...rest] = ranked;
  return { ...first, alternatives: rest.slice(0, 3).filter(({ score }) => score >= 0.005) };
}

/** Rounds to three digits; more would suggest a precision that was never measured. */
function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}

/** A class that headings name in many ways, and the class whose weight such a heading halves. */
interface Heading {
  readonly documentClass: string;
  readonly pattern: RegExp;
  /** The class whose weight is halved, because the words below the heading would wrongly suggest it. */
  readonly halves: string;
}

const CHANGE =
  "nachtrag|nachträge|ergänzung|änderung|zusatz|verlängerung|amendment|amending|addendum|variation|modification|supplement|extension|renewal";
const LEASE_CONTRACT =
  "mietvertr|mietverhältnis|pachtvertr|lease|tenancy|rental agreement|rental contract";

/** Patterns for normalised text, without hyphens inside words. */
const HEADINGS: readonly Heading[] = [
  {
    documentClass: "lease-amendment",
    pattern: new RegExp(
      `(?:${CHANGE})[^.:§]{0,50}\\b[^.:§]{0,12}(?:${LEASE_CONTRACT})|(?:mietvertrags?|pachtvertrags?|lease|tenancy|rental) ?(?:${CHANGE})`,
      "u",
    ),
    halves: "lease",
  },
  {
    documentClass: "invoice",
    pattern:
      /(?:beitrags|prämien)(?:folge)?rechnung|folgebeitragsrechnung|rechnung über (?:den|ihren|die|ihre) [\p{L} ]{0,20}(?:beitrag|prämie)|premium (?:invoice|notice|bill)|invoice for [\p{L} ]{0,30}(?:premium|insurance)/u,
    halves: "insurance",
  },
];

const TITLE_WEIGHT = 14;
const HEAD_WEIGHT = 6;
const HEADING_LETTERS_MAX = 90;

/** Adds the weights of headings to the classes, and halves the weight of a class that a heading only refers to. */
function weighHeadings(weights: Map<string, number>, { all }: Zones): void {
  for (const { documentClass, pattern, halves } of HEADINGS) {
    const weight = Math.max(
      0,
      ...all.map((zone, index) => weightOf(pattern, zone, all[index + 1])),
    );
    const [own, other] = [weights.get(documentClass), weights.get(halves)];
    if (weight === 0 || own === undefined) continue;
    weights.set(documentClass, own + weight);
    if (other !== undefined) weights.set(halves, other / 2);
  }
}

/** A heading may span two lines: "SECOND AMENDMENT", "to the lease of 4 May 2019". */
function weightOf(pattern: RegExp, zone: Zone, next: Zone | undefined): number {
  if (!isHeading(zone)) return 0;
  const text = next && isHeading(next) ? `${zone.text} ${next.text}` : zone.text;
  if (!pattern.test(text)) return 0;
  return zone.kind === "title" ? TITLE_WEIGHT : HEAD_WEIGHT;
}

/** Numbered headings belong to sections of a document and do not name the document. */
const isHeading = ({ kind, text, letters }: Zone) =>
  kind !== "body" && letters <= HEADING_LETTERS_MAX && !/^(?:§|\d+[.)])/u.test(text);

/** The maximum weight of phrases in paragraphs, because a document that talks about lease contracts need not be one. */
const BODY_MAX = 9;
const OCCURRENCES_MAX = 40;
/** These words after a document's name make it a reference: "Lieferschein-Nr. 4711", "our invoice of 3 May". */
const REFERENCE = /^[\s\-.:]{0,3}(?:nr|no|nummer|number|ref|vom|dated|datum|date|of the|konto)\b/u;
const NUMBERED = /nr|no\b|number|nummer/u;

/** Returns how strongly the phrases support their class. */
function weighEvidence(zones: Zones, phrases: readonly Phrase[]): number {
  let strong = 0;
  let body = 0;
  for (const phrase of phrases) {
    const { best, count } = weighPhrase(zones, phrase);
    if (count === 0) continue;
    const weight = phrase.weight * best * (1 + 0.12 * Math.min(4, count - 1));
    if (best >= 1) strong += weight;
    else body += weight;
  }
  return strong + Math.min(BODY_MAX, body);
}

function weighPhrase(zones: Zones, phrase: Phrase): { best: number; count: number } {
  let best = 0;
  let count = 0;
  let zone = 0;
  for (
    let at = zones.text.indexOf(phrase.text);
    at >= 0 && count < OCCURRENCES_MAX;
    at = zones.text.indexOf(phrase.text, at + phrase.text.length)
  ) {
    if (!isWord(zones.text, at, phrase)) continue;
    while ((zones.all[zone + 1]?.start ?? Number.POSITIVE_INFINITY) <= at) zone += 1;
    const found = zones.all[zone];
    if (found === undefined) break;
    count += 1;
    best = Math.max(best, factorOf(found, at - found.start, phrase));
  }
  return { best, count };
}

function isWord(text: string, at: number, phrase: Phrase): boolean {
  const before = text[at - 1] ?? " ";
  const end = at + phrase.text.length;
  const after = text[end] ?? " ";
  if (phrase.isCompound) return true;
  if (/[\p{L}\d]/u.test(phrase.text[0] ?? "") && /[\p{L}\d]/u.test(before)) return false;
  if (!/\p{L}/u.test(after)) return !/\d/u.test(after) || !/\d$/u.test(phrase.text);
  if (!/\p{L}$/u.test(phrase.text)) return true;
  // Accepts inflected forms: "mieters", "certificates", "mängeln".
  return /^(?:s|e|n|en|er|es|r|em)(?!\p{L})/u.test(text.slice(end, end + 3));
}

function factorOf(zone: Zone, offset: number, phrase: Phrase): number {
  const cover = phrase.letters / Math.max(phrase.letters, zone.letters);
  const end = offset + phrase.text.length;
  const isReference =
    zone.kind !== "title" &&
    !NUMBERED.test(phrase.text) &&
    REFERENCE.test(zone.text.slice(end, end + 12));
  return baseOf(zone, cover) * (isReference ? 0.45 : 1);
}

function baseOf({ kind }: Zone, cover: number): number {
  if (kind === "title") return cover > 0.3 ? 2.2 : 1.6;
  if (kind === "head") return cover > 0.6 ? 2 : 1;
  return cover > 0.6 ? 0.9 : 0.55;
}
