import type { Page } from "@/lib/kernel/rules/page";
import type {
  DocumentListFilter,
  DocumentListPosition,
  DocumentLists,
  DocumentOrder,
  ListedDocument,
} from "../list-ports";
import { explainMatch, type FoundIn } from "../rules/document-match";

/** A listed document, and where its search text was found; null without a search. */
export type FoundDocument = ListedDocument & { readonly match: FoundIn | null };

/** How much text is searched for excerpts, in characters of all documents on a page: at most about 100 ms of work. */
const TEXT_CHARACTERS_MAX = 250_000;

/** How much text of one document is searched. */
const DOCUMENT_CHARACTERS_MAX = 20_000;

/**
 * Returns a page of documents for the cockpit, with where a search found them. There may be fewer than the limit although
 * more follow: only a null `nextAfter` marks the end.
 */
export async function listDocuments(
  ports: { documentLists: DocumentLists },
  {
    filter,
    order,
    ...page
  }: { filter: DocumentListFilter; order: DocumentOrder } & Page<DocumentListPosition>,
): Promise<{ items: readonly FoundDocument[]; nextAfter: DocumentListPosition | null }> {
  const { items, nextAfter } = await ports.documentLists.list(filter, order, page);
  const { text } = filter;
  if (text === null) return { items: items.map((item) => ({ ...item, match: null })), nextAfter };
  const found = items.map((item) => ({ ...item, match: explainMatch(item, text, "") }));
  const inText = found.filter(({ match }) => match.in === "text").map(({ uuid }) => uuid);
  if (inText.length === 0) return { items: found, nextAfter };
  const share = Math.floor(TEXT_CHARACTERS_MAX / inText.length);
  const texts = await ports.documentLists.readTexts(
    inText,
    Math.min(share, DOCUMENT_CHARACTERS_MAX),
  );
  return {
    items: found.map((item) =>
      item.match.in === "text"
        ? { ...item, match: explainMatch(item, text, texts.get(item.uuid) ?? "") }
        : item,
    ),
    nextAfter,
  };
}
