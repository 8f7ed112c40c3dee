import { DOCUMENT_LIST_TEXTS } from "../texts/en/document-list-texts";
import type { ListedDocument } from "./use-documents";

/** A piece of a text, and whether it matched the search. */
interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

type Match = ListedDocument["match"];

/**
 * Returns a document's name in parts. What matched is marked only if the server found it in the whole name: the parts
 * may also be an excerpt, which would be a different name.
 */
export function nameParts(name: string, match: Match): readonly TextPart[] {
  const isWhole = match?.in === "name" && match.parts.map(({ text }) => text).join("") === name;
  return isWhole ? match.parts : [{ text: name, isMatch: false }];
}

/** Returns a text in parts, in which each word of a search is marked wherever it appears, in any case. */
export function searchedParts(text: string, search: string): readonly TextPart[] {
  const words = search.split(/\s+/).filter(Boolean).map(escaped);
  if (words.length === 0) return [{ text, isMatch: false }];
  return text
    .split(new RegExp(`(${words.join("|")})`, "giu"))
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}

const escaped = (word: string) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** A text with the parts that matched marked. */
export function Marked({ parts }: { readonly parts: readonly TextPart[] }) {
  let start = 0;
  return parts.map(({ text, isMatch }) => {
    const key = start;
    start += text.length;
    return isMatch ? (
      <mark key={key} className="rounded-sm bg-wait-soft text-inherit underline decoration-wait">
        {text}
      </mark>
    ) : (
      text
    );
  });
}

/** The line below a document's name that shows why it was found, unless the name shows it. */
export function Excerpt({ name, match }: { readonly name: string; readonly match: Match }) {
  if (match === null || nameParts(name, match) === match.parts) return null;
  return (
    <span className="line-clamp-2 text-quiet text-xs">
      {DOCUMENT_LIST_TEXTS.foundIn[match.in]}{" "}
      {match.parts.length === 0 ? (
        DOCUMENT_LIST_TEXTS.foundLater
      ) : (
        <bdi>
          <Marked parts={match.parts} />
        </bdi>
      )}
    </span>
  );
}
