import { eld } from "eld/small";
import type { DocumentText } from "./text/document-text";

const CHARACTERS_MAX = 4_000;
const LETTERS_MIN = 24;

/**
 * Detects the language of a document as a BCP 47 tag such as `de`; null if there is too little text or the result is
 * unreliable.
 */
export function detectLanguage({ pages }: DocumentText): string | null {
  let text = "";
  for (const piece of pages.flatMap(({ lines }) => lines.flat())) {
    // Numbers and single characters carry no information about the language and would only dilute the words.
    text += `${piece.words.flatMap((word) => word.text.match(/\p{L}{2,40}/gu) ?? []).join(" ")} `;
    if (text.length > CHARACTERS_MAX) break;
  }
  if (text.replace(/\s/gu, "").length < LETTERS_MIN) return null;
  const result = eld.detect(text.slice(0, CHARACTERS_MAX));
  return result.language !== "" && result.isReliable() ? result.language : null;
}
