/** Legal forms that end a company's name. */
export const LEGAL_FORM =
  "(?:GmbH|GMBH) ?& ?(?:Co|CO)\\.? ?(?:KGaA|KG|OHG)|(?:AG|UG|SE)(?: \\(haftungsbeschränkt\\))? ?& ?Co\\.? ?KG(?:aA)?|UG ?\\(haftungsbeschränkt\\)|gGmbH|GmbH|GMBH|mbH|KGaA|AG|KG|OHG|oHG|e\\. ?K(?:fm|fr)?\\.|e\\. ?V\\.|eG|e\\. ?G\\.|UG|SE|GbR|PartG ?mbB|PartGmbB|AöR|VVaG|a\\. ?G\\.|Ges\\.m\\.b\\.H\\.|GesmbH|Ltd\\.?|LTD\\.?|Limited|LIMITED|LLP|L\\.L\\.P\\.|plc|PLC|Inc\\.?|INC\\.?|Incorporated|LLC|L\\.L\\.C\\.|Corp\\.?|Corporation|LP|S\\.?A\\.?R\\.?L\\.?|S\\.?A\\.?S?|B\\.V\\.|N\\.V\\.|S\\.r\\.l\\.|S\\.p\\.A\\.|Sàrl|A\\/S|ApS|Oy|AB|CIC|Housing Association|Housing Trust";

const LEGAL_END = new RegExp(`(?:^|[ ,])(?:${LEGAL_FORM})(?![\\p{L}\\d])`, "gu");
/** Marks the end of a name; everything after it is not part of the name. */
const CUT =
  /(?:\s+[–—|·•]\s*|\s-\s|[–—|·•]| {2,}|\s*[,;]\s+(?!(?:Inc|LLC|Ltd|L\.|Corp|LP|LLP|N\.A)\b)|\s*\(|\s*[„“"»]|\s*:(?=\s|$)|[,;]$|\s(?:vertreten|vertr\.|geb\.|geboren|wohnhaft|nachfolgend|nachstehend|im folgenden|mit sitz|whose|having|residing|hereinafter|hereafter|als (?:ver)?mieter|tel\.?|telefon|phone|fax|e-?mail|www\.|ust-?id|iban|co\. no|company (?:no|number|reg)|registered|acting|represented|as landlord|as tenant|hrb|inhaber|geschäftsführer|an individual|anschrift|address|straße|of \d|of [\p{Lu}][\p{L} ]+,|dated|a (?:limited|company|corporation|delaware|california|\p{L}+ (?:limited|corporation|company)))\b)/iu;
const LEAD =
  /^(?:(?:[-–—•·*:.,;|„“"'»(\s]+|(?:firma|fa\.|herrn?|frau|eheleuten?|familie|m\/s|mr|mrs|ms|miss|messrs|the company|company|die|der|dem|den|das|the)\.?\s+|(?:z\. ?hd\.?|attn\.?:?)\s+))+/iu;
const LENGTH_MAX = 100;

/** The position of a name in the text. */
export interface NameSpan {
  readonly start: number;
  readonly end: number;
}

/** Finds the name at the beginning of `text`, without titles, address and role; null if there is none. */
export function findName(text: string): NameSpan | null {
  const start = LEAD.exec(text)?.[0].length ?? 0;
  const rest = text.slice(start, start + 260);
  const legal = endOfLegalForm(rest);
  const cut = CUT.exec(rest)?.index ?? rest.length;
  const end = legal !== null && legal <= cut + 24 ? Math.max(legal, Math.min(cut, legal)) : cut;
  const name = rest.slice(0, Math.min(end, LENGTH_MAX)).replace(/[\s,;:.–-]+$/u, (tail) =>
    // The full stop of "e.K." or "Ltd." belongs to the name.
    tail.startsWith(".") && legal === end ? "." : "",
  );
  if (!isName(name)) return null;
  return { start, end: start + name.length };
}

function endOfLegalForm(text: string): number | null {
  const match = text
    .slice(0, LENGTH_MAX + 30)
    .matchAll(LEGAL_END)
    .next().value;
  return match === undefined ? null : match.index + match[0].length;
}

const STREET =
  /(?:str(?:\.|aße|asse)|weg|allee|platz|gasse|ring|ufer|damm|road|street|lane|avenue|drive|close|way|square)\s+\d|^\d+[a-z]?\s|\b\d{4,5}\s+\p{Lu}/iu;
const NO_NAME =
  /^(?:nr|no|nummer|number|name|datum|date|unterschrift|signature|und|and|ist|is|adresse|address|anschrift|siehe|see|n\/a|keine|none|per|bei|mieter(?:in)?|vermieter(?:in)?|tenant|landlord|(?:ver)?käufer(?:in)?|kunde|lieferant|seller|buyer|customer|client|supplier|auftraggeber|auftragnehmer|leistungsempfänger|(?:rechnungs|waren)empfänger|bill to|ship to|insured|insurer|versicherungsnehmer|versicherer|seite|page|gmbh|ag|sehr geehrte.*|dear.*|der|die|das|the|wird|hat|shall|agrees?|will|must|may|zu|to|for|of|telefon|phone|tel|rechnung.*|invoice.*|kunden?nummer|straße|street|ort|plz)$/iu;

/** Whether the text can be the name of a person, a company or an authority. */
export function isName(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length < 3 || trimmed.length > LENGTH_MAX) return false;
  const letters = trimmed.replace(/[^\p{L}]/gu, "").length;
  if (letters < 3 || letters < trimmed.length * 0.5) return false;
  if (!/^[\p{Lu}\d]|^(?:van|von|de|e|i)\p{L}* ?\p{Lu}/u.test(trimmed)) return false;
  if (NO_NAME.test(trimmed) || STREET.test(trimmed)) return false;
  return trimmed.split(" ").length <= 12;
}
