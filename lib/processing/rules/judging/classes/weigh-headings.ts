import type { Zone, Zones } from "./zones";

/** A class that headings name in many ways, and the class whose weight such a heading halves. */
interface Heading {
  readonly documentClass: string;
  readonly pattern: RegExp;
  /** The class whose weight is halved, because the words below the heading would wrongly suggest it. */
  readonly halves: string;
}

const CHANGE =
  "nachtrag|nachträge|ergänzung|änderung|zusatz|verlängerung|amendment|amending|addendum|variation|modification|supplement|extension|renewal";
const LEASE = "mietvertr|mietverhältnis|pachtvertr|lease|tenancy|rental agreement|rental contract";

/** Patterns for normalised text, without hyphens inside words. */
const HEADINGS: readonly Heading[] = [
  {
    documentClass: "lease-amendment",
    pattern: new RegExp(
      `(?:${CHANGE})[^.:§]{0,50}\\b[^.:§]{0,12}(?:${LEASE})|(?:mietvertrags?|pachtvertrags?|lease|tenancy|rental) ?(?:${CHANGE})`,
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
export function weighHeadings(weights: Map<string, number>, { all }: Zones): void {
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
