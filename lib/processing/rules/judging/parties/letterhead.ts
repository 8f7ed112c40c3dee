import type { PageView, Piece, Stretch } from "../text/document-text";
import { findDates } from "../values/find-dates";
import { findName, isName, LEGAL_FORM, type NameSpan } from "./party-name";

/** A name found by the layout of a letter, and how strong the evidence is. */
export interface LetterheadName {
  readonly stretch: Stretch;
  readonly start: number;
  readonly end: number;
  readonly strength: number;
}

const POSTAL_LINE =
  /(?:^|[\s,·•|–-])(?:[A-Z]{1,2}-)?\d{4,5} \p{Lu}\p{L}+|\b[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}\b|\b[A-Z]{2} \d{5}(?:-\d{4})?\b/u;
const SEPARATOR = / ?[·•|∙●*–—]+ ?| - |, /u;
const ADDRESSEE =
  /^(?:an(?: die| den| das)?|bill(?:ed)? to|to|ship to|sold to|deliver to|rechnungsempfänger|rechnungsadresse|invoice to|empfänger|kunde|customer|client|firma|herrn?|frau|eheleute|familie|mr|mrs|ms|messrs|auftraggeber|lieferadresse|dear|attn)\b\.?:?/iu;
const AUTHORITY =
  /(?<![\p{L}])(?:(?:stadt|gemeinde|markt|landkreis|kreis|landratsamt|kreisverwaltung|bezirksamt|magistrat(?: der stadt)?|stadtverwaltung|gemeindeverwaltung|verbandsgemeinde|samtgemeinde|bauordnungsamt|bauaufsichtsamt|finanzamt|hansestadt|freie und hansestadt|marktgemeinde|stadtgemeinde|große kreisstadt|universitätsstadt|landeshauptstadt|amt|bezirkshauptmannschaft|regierungspräsidium|steueramt|bauamt|baurechtsamt|city of|county of|town of|village of|borough of|london borough of|royal borough of|state of|township of|department of|municipality of) [\p{L}][\p{L} .&'-]{1,50}|[\p{L}][\p{L}' .&-]{1,40} (?:city council|county council|borough council|district council|town council|council|county treasurer|county assessor|county tax collector|building department|planning department|department of [\p{L} ]{4,30}|tax collector|planning authority|department))(?![\p{L}])/iu;
const HEAD_SHARE = 0.36;
const FOOT_SHARE = 0.84;

/**
 * Finds possible senders of a document: in the line above the address, the first lines, the footer with register and bank
 * details, and the signature.
 */
export function senderNames(pages: readonly PageView[]): LetterheadName[] {
  const [page] = pages;
  if (page === undefined) return [];
  const pieces = page.lines.flat();
  const last = pages.at(-1) ?? page;
  return [
    ...senderLines(pieces, page),
    ...headNames(pieces, page),
    ...footNames(pieces, page),
    ...signatures(last.lines.flat()),
  ];
}

/** Finds authorities, such as "Stadt Köln" or "Leeds City Council", that are named in the first lines. */
export function authorityNames(pages: readonly PageView[]): LetterheadName[] {
  const found: LetterheadName[] = [];
  for (const piece of (pages[0]?.lines ?? []).slice(0, 30).flat()) {
    if (/^(?:an |dear|sehr geehrte)|:\s*$/iu.test(piece.text)) continue;
    const match = AUTHORITY.exec(piece.text);
    if (match === null) continue;
    const name = match[0].split(/ [·•|–-] |, | [–|]/u)[0] ?? match[0];
    if (!/^\p{Lu}/u.test(name) || name.split(" ").length > 8) continue;
    const strength = 2.6 - found.length * 0.35 - piece.line * 0.01;
    found.push({
      stretch: piece,
      start: match.index,
      end: match.index + name.trimEnd().length,
      strength,
    });
  }
  return found;
}

/** Finds the recipient of a letter: the first line of the first address that is not the sender's own. */
export function recipientNames(
  pages: readonly PageView[],
  sender: string | null,
): LetterheadName[] {
  const lines = (pages[0]?.lines ?? []).slice(0, 40);
  const names = lines
    .flatMap((line, index) => line.filter(isPostalLine).map((piece) => ({ index, piece })))
    .map(({ index, piece }) => blockAbove(lines, index, piece).find(isAddresseeName));
  for (const name of names) {
    const span = name === undefined ? null : findName(name.text);
    if (name === undefined || span === null) continue;
    if (sender === null || !name.text.includes(sender))
      return [{ stretch: name, ...span, strength: 2.3 }];
  }
  return [];
}

function isPostalLine({ text }: Piece): boolean {
  return POSTAL_LINE.test(text) && !SEPARATOR.test(text.replace(/, /gu, " "));
}

function isAddresseeName({ text }: Piece): boolean {
  return (
    findName(text) !== null &&
    !/^(?:an|firma|herrn?|frau|familie|eheleute|to):?$/iu.test(text.trim())
  );
}

/** Returns the lines of an address above its postal code, from the top. */
function blockAbove(lines: PageView["lines"], index: number, piece: Piece): Piece[] {
  const block: Piece[] = [];
  for (let above = index - 1; above >= Math.max(0, index - 6); above -= 1) {
    const next = (lines[above] ?? []).find((other) => isSameColumn(other, piece));
    if (next === undefined || SEPARATOR.test(next.text.replace(/, /gu, " "))) break;
    if (/:\s/u.test(next.text) || isPostalLine(next) || hasDate(next)) break;
    if (isApart(next, block[0] ?? piece)) break;
    block.unshift(next);
  }
  return block.slice(-5);
}

function hasDate({ text }: Piece): boolean {
  return findDates(text, "day-first").length > 0;
}

/** Whether an empty line, which ends an address, separates two lines. */
function isApart(above: Piece, below: Piece): boolean {
  if (above.place === null || below.place === null) return false;
  const height = above.place.bottom - above.place.top;
  return below.place.top - above.place.bottom > height * 1.2;
}

function isSameColumn(other: Piece, piece: Piece): boolean {
  if (other.place === null || piece.place === null) return other.cell === piece.cell;
  return Math.abs(other.place.left - piece.place.left) < 12;
}

const PART_OF_ADDRESS =
  /^(?:unit|flat|suite|apartment|apt|floor|room|level|haus|whg|wohnung|gebäude|\d+(?:st|nd|rd|th) floor|(?:ground|first|second|third) floor)\b/iu;

/** Finds the sender in a line such as "Hausverwaltung Nord GmbH · Lindenallee 3 · 10115 Berlin". */
function senderLines(pieces: readonly Piece[], page: PageView): LetterheadName[] {
  const found: LetterheadName[] = [];
  for (const piece of pieces) {
    if (!isIn(piece, page, 0, HEAD_SHARE, 22) && !isIn(piece, page, FOOT_SHARE, 1, 0)) continue;
    if (!POSTAL_LINE.test(piece.text) || ADDRESSEE.test(piece.text)) continue;
    const parts = piece.text.split(SEPARATOR);
    const name = parts[0] ?? "";
    if (parts.length < 3 || !isName(name) || PART_OF_ADDRESS.test(name)) continue;
    const start = piece.text.indexOf(name);
    const strength = /[·•|∙●*]/u.test(piece.text) || findCompanies(piece).length > 0 ? 2.5 : 1.7;
    found.push({ stretch: piece, start, end: start + name.length, strength });
  }
  return found;
}

function headNames(pieces: readonly Piece[], page: PageView): LetterheadName[] {
  const found: LetterheadName[] = [];
  for (const piece of pieces) {
    if (!isIn(piece, page, 0, HEAD_SHARE, 14)) continue;
    if (isAddressed(pieces, piece) || /©|\(c\)|copyright|powered by/iu.test(piece.text)) continue;
    for (const span of findCompanies(piece)) {
      const isTop = isIn(piece, page, 0, 0.13, 2);
      const strength = (isTop ? 2.2 : 1.4) - found.length * 0.25;
      found.push({ stretch: piece, ...span, strength });
    }
  }
  return [...found, ...firstLine(pieces, page)];
}

/** The name of the document itself is not its sender. */
const DOCUMENT_NAME =
  /rechnung|invoice|vertrag|lease|tenancy|agreement|protokoll|bericht|report|bescheid|abrechnung|statement|\bbill\b|ausweis|certificate|gutachten|valuation|appraisal|grundriss|\bplan\b|police|schein|policy|schedule|permit|permission|genehmigung|notice|amendment|nachtrag|mahnung|\bdeed\b|kündigung|nachweis|zertifikat|order|angebot|quotation|seite|page|dear|geehrte/iu;

/** Finds a person, or a company without a legal form, in the first line. */
function firstLine(pieces: readonly Piece[], page: PageView): LetterheadName[] {
  const first = pieces.find((piece) => isIn(piece, page, 0, HEAD_SHARE, 3));
  if (first === undefined || ADDRESSEE.test(first.text) || first.words.length > 7) return [];
  const span = DOCUMENT_NAME.test(first.text) ? null : findName(first.text);
  if (span === null || /\d/u.test(first.text.slice(span.start, span.end))) return [];
  return [{ stretch: first, ...span, strength: 1.3 }];
}

/** Whether the piece belongs to the recipient's address, or follows a label for it. */
function isAddressed(pieces: readonly Piece[], piece: Piece): boolean {
  if (ADDRESSEE.test(piece.text)) return true;
  const above = pieces.filter(
    (other) =>
      other.line < piece.line && other.line >= piece.line - 2 && isSameColumn(other, piece),
  );
  return above.some(
    ({ text }) =>
      ADDRESSEE.test(text) || /(?:empfänger|bill to|kunde|customer|client):?$/iu.test(text),
  );
}

function footNames(pieces: readonly Piece[], page: PageView): LetterheadName[] {
  return pieces
    .filter((piece) => isIn(piece, page, FOOT_SHARE, 1, 0))
    .slice(0, 40)
    .flatMap((piece) =>
      findCompanies(piece)
        .filter(({ start }) => !/bank|sparkasse/iu.test(piece.text.slice(start, start + 40)))
        .map((span) => ({ stretch: piece, ...span, strength: 1.5 })),
    )
    .slice(0, 3);
}

const CLOSING =
  /^(?:mit (?:freundlichen|besten|freundlichem|herzlichen) gr(?:ü|ue)(?:ß|ss)(?:en)?|(?:freundliche|beste|viele|herzliche|liebe|schöne) grüße|hochachtungsvoll|(?:yours )?(?:sincerely|faithfully|truly)(?: yours)?|(?:kind|best|warm)(?:est)? regards|very truly yours|sincerely yours|regards|cordially),?$/iu;

/** Finds names below the closing formula: a company, otherwise a person. */
function signatures(pieces: readonly Piece[]): LetterheadName[] {
  const closing = pieces.findIndex(({ text }) => CLOSING.test(text.trim()));
  if (closing < 0) return [];
  const below = pieces.slice(closing + 1, closing + 5);
  const found: LetterheadName[] = [];
  for (const piece of below) {
    const [company] = findCompanies(piece);
    const span = company ?? findName(piece.text);
    if (span === null || piece.words.length > 9) continue;
    found.push({
      stretch: piece,
      ...span,
      strength: (company === undefined ? 1.35 : 1.9) - found.length * 0.4,
    });
  }
  return found;
}

/**
 * Whether the piece lies in this share of the page's height. Without geometry, whether it is among the first `lines`
 * lines or, if `lines` is 0, the last eight.
 */
function isIn(piece: Piece, page: PageView, from: number, to: number, lines: number): boolean {
  if (piece.place !== null && page.height !== null) {
    const share = piece.place.top / page.height;
    return share >= from && share <= to;
  }
  return lines > 0 ? piece.line < lines : piece.line >= page.lines.length - 8 && piece.line > 10;
}

const FORM = new RegExp(`(?<![\\p{L}\\d.])(?:${LEGAL_FORM})(?![\\p{L}\\d])`, "gu");
const CONNECTOR = /^(?:&|\+|und|and|of|für|for|der|des|die|the|von|van|de|im|in|am|zur|zum|-)$/u;
const WORDS_MAX = 9;

/** Finds names that end with a legal form, such as `Müller & Söhne GmbH`, in order. */
function findCompanies(stretch: Stretch): NameSpan[] {
  const found: NameSpan[] = [];
  for (const match of stretch.text.matchAll(FORM)) {
    const end = match.index + match[0].length;
    if (found.some((span) => match.index < span.end)) continue;
    const start = startOf(stretch, match.index);
    if (start !== null) found.push({ start, end });
  }
  return found;
}

/**
 * Returns the start of the name: goes back over capitalised words and connecting words to the start of the sentence or a
 * separator.
 */
function startOf(stretch: Stretch, form: number): number | null {
  const before = stretch.words.filter(({ start }) => start < form).slice(-WORDS_MAX);
  let first: number | null = null;
  for (const word of before.reverse()) {
    if (endsBefore(word.text, first !== null)) break;
    if (isTitle(word.text)) break;
    if (/^[\p{Lu}\d"„“]/u.test(word.text)) first = word.start;
    else if (!CONNECTOR.test(word.text) && !/^[&(]/u.test(word.text)) break;
  }
  return first;
}

/** Whether the name starts after this word. */
function endsBefore(word: string, isBegun: boolean): boolean {
  return /[;:|·•–—)]$|^[|·•–—]/u.test(word) || (isBegun && word.endsWith(","));
}

function isTitle(word: string): boolean {
  return /^(?:Firma|Fa\.|Die|Der|Das|Den|Dem|The|Zwischen|Between|An|To|From|Von|By)$/u.test(word);
}
