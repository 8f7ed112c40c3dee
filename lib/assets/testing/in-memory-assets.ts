import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Asset, AssetImport, AssetNote, AssetRepository, AssetSelection } from "../ports";
import type { AssetTexts } from "../rules/asset-texts";
import { isInFolder } from "./is-in-folder";

/** An in-memory store of assets that must pass the same contract tests as PostgreSQL. */
export interface InMemoryAssets extends AssetRepository {
  identifiers(): readonly string[];
  /** Returns every asset in order of creation, including archived ones. */
  all(): readonly Asset[];
  /** The notes for the audit log. */
  readonly notes: readonly AuditNote[];
}

/** Creates an empty store of assets. */
export function createInMemoryAssets(): InMemoryAssets {
  const assets = new Map<string, Asset>();
  const notes: AuditNote[] = [];
  const all = () => [...assets.values()];
  const findByIdentifier = (identifier: string) =>
    all().find((asset) => asset.identifier === identifier) ?? null;
  const change = (id: string, note: AssetNote, changed: (asset: Asset) => Asset) => {
    const asset = assets.get(id);
    if (!asset) return null;
    if (changed(asset) !== asset) notes.push({ ...note, subject: `asset:${asset.identifier}` });
    assets.set(id, changed(asset));
    return changed(asset);
  };
  const update: AssetRepository["update"] = async (id, { at, ...values }, note) =>
    change(id, note, (asset) => {
      const texts = {
        name: values.name ?? asset.name,
        description: values.description ?? asset.description,
        folder: values.folder === undefined ? asset.folder : values.folder,
      };
      return isSameTexts(asset, texts) ? asset : { ...asset, ...texts, updatedAt: at };
    });
  const setArchived: AssetRepository["setArchived"] = async (id, { isArchived, at }, note) =>
    change(id, note, (asset) =>
      (asset.archivedAt !== null) === isArchived
        ? asset
        : { ...asset, archivedAt: isArchived ? at : null, updatedAt: at },
    );
  return {
    count: async () => assets.size,
    create: async (values, note) => {
      if (findByIdentifier(values.identifier)) return null;
      const asset = { ...values, updatedAt: values.createdAt, archivedAt: null };
      assets.set(asset.id, asset);
      notes.push(note);
      return asset;
    },
    find: async (id) => assets.get(id) ?? null,
    findByIdentifier: async (identifier) => findByIdentifier(identifier),
    findByIdentifiers: async (identifiers) =>
      all().filter(({ identifier }) => identifiers.includes(identifier)),
    list: async (selection, { after, limit }) =>
      all()
        .filter((asset) => isSelected(asset, selection))
        .filter(({ identifier }) => after === null || compareBytes(identifier, after) > 0)
        .sort((a, b) => compareBytes(a.identifier, b.identifier))
        .slice(0, limit),
    update,
    amend: async (id, { isArchived, at, ...texts }, { edited, archived }) =>
      (await update(id, { ...texts, at }, edited)) && setArchived(id, { isArchived, at }, archived),
    setArchived,
    import: async (changes, note) => {
      const writtenCount = importInto(assets, changes);
      if (writtenCount) notes.push({ ...note, subject: "assets" });
      return writtenCount !== null;
    },
    notes,
    identifiers: () => all().map(({ identifier }) => identifier),
    all,
  };
}

/** Returns how many assets were written, or null if the import was refused. */
function importInto(assets: Map<string, Asset>, { created, edited, at }: AssetImport) {
  const taken = new Set([...assets.values()].map(({ identifier }) => identifier));
  const changed = edited.flatMap(({ id, before, after }) => {
    const asset = assets.get(id);
    return asset && isSameTexts(asset, before) ? [{ ...asset, ...after, updatedAt: at }] : [];
  });
  const isTaken = created.some(({ identifier }) => taken.has(identifier));
  if (isTaken || changed.length < edited.length) return null;
  const fresh = created.map((asset) => ({ ...asset, updatedAt: at, archivedAt: null }));
  const written = [...changed, ...fresh];
  for (const asset of written) assets.set(asset.id, asset);
  return written.length;
}

/** Compares strings in the order of PostgreSQL's collation C. */
const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const isSameTexts = (a: AssetTexts, b: AssetTexts) =>
  a.name === b.name && a.description === b.description && a.folder === b.folder;

function isSelected(asset: Asset, { identifier, folder, name, isArchived }: AssetSelection) {
  return (
    (identifier === null || asset.identifier === identifier) &&
    (folder === null || isInFolder(asset, folder)) &&
    (name === null || asset.name.toLowerCase().includes(name.toLowerCase())) &&
    (isArchived === null || (asset.archivedAt !== null) === isArchived)
  );
}
