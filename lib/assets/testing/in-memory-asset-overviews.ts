import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import type { InMemoryDocuments } from "@/lib/documents/testing/in-memory-documents";
import { idOfActor } from "@/lib/kernel/rules/actor";
import {
  type Asset,
  type AssetFilter,
  type AssetOrder,
  type AssetOverview,
  type AssetOverviews,
  type DocumentsAt,
  NEW_COUNT_MAX,
  type Viewer,
} from "../ports";
import type { InMemoryAssets } from "./in-memory-assets";
import { isInFolder } from "./is-in-folder";

/**
 * Reads the cockpit's views of assets from the given assets and documents. Must pass the same contract tests as
 * PostgreSQL.
 */
export function createInMemoryAssetOverviews(
  assets: InMemoryAssets,
  documents: InMemoryDocuments,
): AssetOverviews {
  const visits = new Map<string, Date>();
  const visitKey = (userId: string, identifier: string) => `${userId} ${identifier}`;
  const documentsOf = (identifier: string) =>
    documents.all().filter(({ assetIdentifier }) => assetIdentifier === identifier);
  const documentsAt = (identifier: string) => summaryOf(documentsOf(identifier));
  const countNew = (identifier: string, { userId, since }: Viewer) => {
    const newSince = visits.get(visitKey(userId, identifier)) ?? since;
    const isNew = ({ uuid, createdAt }: StagedDocument) =>
      createdAt > newSince && idOfActor(documents.history.of(uuid)[0]?.actor ?? "") !== userId;
    return Math.min(documentsOf(identifier).filter(isNew).length, NEW_COUNT_MAX);
  };
  const overviewOf = (asset: Asset, viewer: Viewer): AssetOverview => ({
    asset,
    ...documentsAt(asset.identifier),
    newCount: countNew(asset.identifier, viewer),
  });
  return {
    async list(filter, { order, offset, limit, viewer }) {
      const left = assets
        .all()
        .map((asset) => overviewOf(asset, viewer))
        .filter((overview) => matches(overview, filter))
        .sort((a, b) => COMPARE[order](a, b) || byIdentifier(a.asset, b.asset));
      return { items: left.slice(offset, offset + limit), total: left.length };
    },
    async findByIdentifier(identifier, viewer) {
      const asset = await assets.findByIdentifier(identifier);
      return asset && overviewOf(asset, viewer);
    },
    async listUnassigned({ text, after, limit }) {
      const named = new Set(documents.all().map(({ assetIdentifier }) => assetIdentifier));
      for (const identifier of assets.identifiers()) named.delete(identifier);
      return [...named]
        .filter((identifier) => after === null || compareBytes(identifier, after) > 0)
        .filter((identifier) => text === null || contains(identifier, text))
        .sort(compareBytes)
        .slice(0, limit)
        .map((identifier) => ({ identifier, ...documentsAt(identifier) }));
    },
    documentsAt: async (identifier) => documentsAt(identifier),
    async noteVisit(userId, identifier, at) {
      const before = visits.get(visitKey(userId, identifier)) ?? null;
      if (!before || before < at) visits.set(visitKey(userId, identifier), at);
      return before;
    },
  };
}

/** Compares strings in the order of PostgreSQL's collation C. */
const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const byIdentifier = (a: Asset, b: Asset) => compareBytes(a.identifier, b.identifier);

const COMPARE: Record<AssetOrder, (a: AssetOverview, b: AssetOverview) => number> = {
  activity: (a, b) => newestMs(b) - newestMs(a),
  name: (a, b) => a.asset.name.localeCompare(b.asset.name, "und"),
  identifier: () => 0,
  created: (a, b) => b.asset.createdAt.getTime() - a.asset.createdAt.getTime(),
};

const newestMs = ({ newest }: AssetOverview) => newest?.createdAt.getTime() ?? 0;

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

function matches(overview: AssetOverview, filter: AssetFilter) {
  const { text, status, isNew, isArchived } = filter;
  const { identifier, name, description, folder, archivedAt } = overview.asset;
  return (
    (archivedAt !== null) === isArchived &&
    (filter.folder === null || isInFolder(overview.asset, filter.folder)) &&
    (text === null ||
      [identifier, name, description, folder ?? ""].some((value) => contains(value, text))) &&
    (status === null || overview.counts.some((counted) => counted.status === status)) &&
    (!isNew || overview.newCount > 0)
  );
}

function summaryOf(documents: readonly StagedDocument[]): DocumentsAt {
  const statuses = [...new Set(documents.map(({ status }) => status))].sort((a, b) => a - b);
  const [newest] = documents.toSorted(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.uuid < b.uuid ? 1 : -1),
  );
  return {
    counts: statuses.map((status) => ({
      status,
      count: documents.filter((document) => document.status === status).length,
    })),
    newest: newest
      ? (({ uuid, name, status, createdAt }) => ({ uuid, name, status, createdAt }))(newest)
      : null,
  };
}
