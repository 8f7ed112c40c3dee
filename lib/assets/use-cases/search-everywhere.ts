import type { DocumentListFilter, DocumentLists } from "@/lib/documents/list-ports";
import { explainMatch, MATCH_PLACES } from "@/lib/documents/rules/document-match";
import { type FoundDocument, listDocuments } from "@/lib/documents/use-cases/list-documents";
import type { Asset, AssetOverviews, AssetRepository, Viewer } from "../ports";

const ASSETS_MAX = 5;
const DOCUMENTS_MAX = 10;

/**
 * Finds a few assets and documents, best matches first: the asset with exactly this identifier, even if it is archived,
 * then the most active ones; documents named so, then those whose names begin so, in the order of their names, then the latest
 * others that the text finds, by where it was found. Those are not all compared: that would take too long.
 */
export async function searchEverywhere(
  ports: {
    assets: AssetRepository;
    assetOverviews: AssetOverviews;
    documentLists: DocumentLists;
  },
  { filter, viewer }: { filter: DocumentListFilter & { readonly text: string }; viewer: Viewer },
): Promise<{ assets: readonly Asset[]; documents: readonly FoundDocument[] }> {
  const { text } = filter;
  const shown = { folder: null, status: null, isNew: false, isArchived: false };
  const [exact, active, named, documents] = await Promise.all([
    ports.assets.findByIdentifier(text),
    ports.assetOverviews.list(
      { ...shown, text },
      { order: "activity", offset: 0, limit: ASSETS_MAX, viewer },
    ),
    listNamed(ports, filter),
    listDocuments(ports, {
      filter,
      order: { by: "updated", isDescending: true },
      after: null,
      limit: DOCUMENTS_MAX,
    }),
  ]);
  const assets = active.items.map(({ asset }) => asset).filter(({ id }) => id !== exact?.id);
  const others = documents.items
    .filter(({ uuid }) => !named.some((document) => document.uuid === uuid))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  return {
    assets: (exact ? [exact, ...assets] : assets).slice(0, ASSETS_MAX),
    documents: [...named, ...others].slice(0, DOCUMENTS_MAX),
  };
}

/** Sorts before all other UUIDs. */
const FIRST_UUID = "00000000-0000-0000-0000-000000000000";

/** Returns the first documents whose names begin with the text, by reading the list by name from the text on. */
async function listNamed(
  { documentLists }: { documentLists: DocumentLists },
  filter: DocumentListFilter & { readonly text: string },
): Promise<readonly FoundDocument[]> {
  const beginning = filter.text.toLowerCase();
  const { items } = await documentLists.list(
    { ...filter, text: null },
    { by: "name", isDescending: false },
    // No other index would help, so the list is only read in order.
    {
      after: { key: beginning, uuid: FIRST_UUID, isInOrder: true },
      limit: DOCUMENTS_MAX,
    },
  );
  return items
    .filter(({ name }) => name.toLowerCase().startsWith(beginning))
    .map((document) => ({ ...document, match: explainMatch(document, filter.text, "") }));
}

const rankOf = ({ match }: FoundDocument) =>
  match ? MATCH_PLACES.indexOf(match.in) : MATCH_PLACES.length;
