/** A phrase that people should not have to read, and what to write instead. */
export interface RuledOutPhrase {
  readonly name: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

/** The gap between two words: whitespace, or a line end with the marker that begins the next line of a comment. */
const GAP = String.raw`(?:\s+(?:\*|//|#|>)?\s*)`;

const phrase = (name: string, pattern: string, instead: string): RuledOutPhrase => ({
  name,
  pattern: new RegExp(pattern.replaceAll(" ", GAP), "giu"),
  instead,
});

/**
 * The phrases and the table that the section "English" of our style page rules out, as patterns. Each pattern is narrow
 * enough to spare similar harmless phrases, which the tests next to this file list. Add a phrase when a reader stumbles
 * over it.
 */
export const RULED_OUT_PHRASES: readonly RuledOutPhrase[] = [
  phrase(
    "hear of",
    String.raw`\b(?:hears?|heard|hearing) of\b`,
    "is notified of, learns about, receives",
  ),
  phrase("is told of it", String.raw`\btold of\b`, "is notified of"),
  phrase("that of", String.raw`\bthat of\b`, "repeat the noun: the cursor is the external API's"),
  phrase(
    "is none that",
    String.raw`\b(?:is|are|was|were) none that\b`,
    "you cannot …, is not one of",
  ),
  phrase("anew", String.raw`\banew\b`, "again"),
  phrase("of before", String.raw`\bof before\b`, "previous"),
  phrase("also this one", String.raw`\balso (?:this|that) one\b`, "including this one"),
  phrase(
    "also while",
    String.raw`, also (?:while|when|after|if|where)\b`,
    "even when, including while",
  ),
  phrase("by itself", String.raw`\bby (?:itself|themselves)\b`, "automatically, on its own"),
  phrase(
    "what waits",
    String.raw`\bwhat (?:still |already |also )?waits?\b`,
    "pending …, waiting …",
  ),
  phrase(
    "take back",
    String.raw`\b(?:tak(?:es?|en|ing)|took) (?:it |them |one |an asset )?back\b`,
    "restore, revoke, undo",
  ),
  phrase(
    "take out of the list",
    String.raw`\btak(?:es?|en|ing)\b.{0,60}? out of the list\b`,
    "remove from the list",
  ),
  phrase(
    "something was not",
    String.raw`\bsomething (?:was|is|did|does|could) not\s*[.,;:]`,
    "name it: a check failed",
  ),
  phrase(
    "is awaited",
    String.raw`\b(?:is|are) (?:still |not )?awaited\b`,
    "the upload link expires …, has not been uploaded yet",
  ),
  phrase(
    "never forgotten",
    String.raw`\bnever forgotten\b`,
    "say what is guaranteed: committed together",
  ),
  phrase(
    "a browser forgets",
    String.raw`\b(?:browser|page|server|system|program)s? forgets?\b`,
    "say what the reader does: select the files again",
  ),
  phrase(
    "every … of yours",
    String.raw`\b(?:all|any|each|every|no) [\p{L}-]+ of (?:yours|ours)\b`,
    "your …, our …",
  ),
  phrase(
    "Who cannot …",
    String.raw`(?<=^|[.:;]\s+)Who (?:cannot|can|does|has|is|needs|reads|wants|writes)\b(?![^.]*\?)`,
    "if you …, whoever …",
  ),
  phrase("is not right", String.raw`\b(?:is|are) not right\b`, "is incorrect, is wrong"),
  phrase(
    "capital letters count",
    String.raw`\b(?:capital|capitals|capital letters) count\b`,
    "case-sensitive",
  ),
  phrase(
    ", for they …",
    String.raw`, for (?:they|he|she|we|there|otherwise|nobody)\b`,
    "because, since, otherwise",
  ),
  phrase("is no part of", String.raw`\b(?:is|are) no part of\b`, "is not part of"),
  phrase("is none of ours", String.raw`\b(?:is|are) none of ours\b`, "is not one of ours"),
];
