/**
 * Spaces, characters that Unicode says to ignore if unsupported (zero-width characters, soft hyphens, variation
 * selectors, tags, Hangul fillers), controls, annotation marks, and three characters that are drawn as nothing: U+2800,
 * U+1D159 and U+13441.
 */
const INVISIBLE =
  /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u{FFF9}-\u{FFFB}\u{2800}\u{1D159}\u{13430}-\u{13441}]/gu;

/** Returns whether a string has a visible character; lone surrogates and letters without a font count as visible. */
export function hasVisibleCharacter(text: string): boolean {
  return text.replace(INVISIBLE, "") !== "";
}
