import {
  DOCUMENT_COUNT_MAX,
  type DocumentListFilter,
  type DocumentLists,
  type DocumentOrder,
  type ListedDocument,
} from "../list-ports";
import { isOfWords } from "../rules/search-words";
import type { InMemoryDocuments } from "./in-memory-documents";
import { isFoundBy } from "./in-memory-search";

/** Lists in-memory documents in the same order as PostgreSQL. No document has text. */
export function createInMemoryDocumentLists(
  documents: Pick<InMemoryDocuments, "all" | "find" | "history">,
  assetNameOf: (identifier: string) => string | null = () => null,
): DocumentLists {
  const matching = async (filter: DocumentListFilter) => {
    const found = await Promise.all(documents.all().map(({ uuid }) => documents.find(uuid)));
    return found
      .filter((document) => document !== null)
      .map((document) => ({
        ...document,
        createdBy: documents.history.of(document.uuid)[0]?.actor ?? "",
        assetName: assetNameOf(document.assetIdentifier),
      }))
      .filter((document) => matches(document, filter));
  };
  return {
    async list(filter, order, { after, limit, except = [] }) {
      const compare = (a: Place, b: Place) =>
        (compareText(a.key, b.key) || compareText(a.uuid, b.uuid)) * (order.isDescending ? -1 : 1);
      const found = (await matching(filter))
        .map((document) => ({ document, key: keyOf(document, order), uuid: document.uuid }))
        .filter((place) => !after || compare(place, after) > 0)
        .filter(({ uuid }) => !except.includes(uuid))
        .toSorted(compare);
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const nextAfter =
        last && found.length > limit ? { key: last.key, uuid: last.uuid, isInOrder: false } : null;
      return { items: page.map(({ document }) => document), nextAfter };
    },
    async count(filter, except = []) {
      const count = (await matching(filter)).filter(({ uuid }) => !except.includes(uuid)).length;
      return { count: Math.min(count, DOCUMENT_COUNT_MAX), isMore: count > DOCUMENT_COUNT_MAX };
    },
    readTexts: async () => new Map(),
    listClasses: async (limit) =>
      [
        ...new Set(
          documents.all().flatMap(({ classification }) => classification?.documentClass ?? []),
        ),
      ]
        .toSorted()
        .slice(0, limit),
  };
}

interface Place {
  readonly key: string;
  readonly uuid: string;
}

const compareText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function keyOf(document: ListedDocument, { by }: DocumentOrder): string {
  const { name, createdAt, updatedAt, classification } = document;
  if (by === "name") return name.toLowerCase();
  if (by === "score") return (classification?.score ?? 0).toFixed(6);
  return (by === "created" ? createdAt : updatedAt).toISOString();
}

function matches(document: ListedDocument, filter: DocumentListFilter): boolean {
  const { assetIdentifier, statuses, documentClass, finding } = filter;
  const { classification, status, createdAt } = document;
  const codes = (classification?.findings ?? []).map(({ code }) => code);
  return (
    (assetIdentifier === null || document.assetIdentifier === assetIdentifier) &&
    (statuses === null || statuses.includes(status)) &&
    (documentClass === null || classification?.documentClass === documentClass) &&
    (finding === null || codes.includes(finding)) &&
    (filter.createdFrom === null || createdAt >= filter.createdFrom) &&
    (filter.createdTo === null || createdAt <= filter.createdTo) &&
    (filter.uploader === null || isBy(document.createdBy, filter.uploader)) &&
    (!filter.isDuplicate || document.duplicateOf !== null) &&
    (filter.text === null || isFoundByText(document, filter.text))
  );
}

const isBy = (actor: string, uploader: string) =>
  uploader === "api"
    ? actor.startsWith("api-key:")
    : [`administrator:${uploader}`, `reviewer:${uploader}`].includes(actor);

const isFoundByText = (document: ListedDocument, text: string) =>
  [document.name, document.folder ?? ""].some((part) =>
    part.toLowerCase().includes(text.toLowerCase()),
  ) ||
  (isOfWords(text) && isFoundBy(document, text));
