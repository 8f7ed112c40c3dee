import type { AssetFile, AssetRow, FileProblem } from "./read-asset-rows";

/** What an asset is called and where it is filed. */
interface Texts {
  readonly name: string;
  readonly description: string;
  readonly folder: string | null;
}

/** As much of a stored asset as a plan needs. */
export interface StoredAsset extends Texts {
  readonly id: string;
  readonly identifier: string;
  readonly archivedAt: Date | null;
}

/** A row that changes something; `before` is null for a new asset. */
export interface PlannedChange {
  readonly line: number;
  readonly identifier: string;
  readonly before: (Texts & { readonly id: string }) | null;
  readonly after: Texts;
}

/** What an import of a file would do now. */
export interface ImportPlan {
  readonly rowCount: number;
  readonly changes: readonly PlannedChange[];
  /** How many of the rows are about archived assets, which stay archived. */
  readonly archivedCount: number;
  readonly problems: readonly FileProblem[];
  readonly ignoredColumns: readonly string[];
}

/** What changes in a row, of which each may be several. */
export const CHANGE_KINDS = ["created", "renamed", "moved", "described"] as const;

/** One of them. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Whether a row changes this. */
export const isChange: Readonly<Record<ChangeKind, (change: PlannedChange) => boolean>> = {
  created: ({ before }) => before === null,
  renamed: ({ before, after }) => before !== null && before.name !== after.name,
  moved: ({ before, after }) => before !== null && before.folder !== after.folder,
  described: ({ before, after }) => before !== null && before.description !== after.description,
};

/** Compares the rows of a file with the assets that are there. */
export function planImport(
  { rows, problems, ignoredColumns }: AssetFile,
  stored: readonly StoredAsset[],
): ImportPlan {
  const found = new Map(stored.map((asset) => [asset.identifier, asset]));
  const compared = rows.map((row) => compare(row, found.get(row.identifier) ?? null));
  const surrounded = rows.filter(
    ({ identifier }) => identifier !== identifier.trim() && !found.has(identifier),
  );
  return {
    rowCount: rows.length,
    changes: compared.filter((change) => CHANGE_KINDS.some((kind) => isChange[kind](change))),
    archivedCount: rows.filter(({ identifier }) => found.get(identifier)?.archivedAt).length,
    problems: [
      ...problems,
      // Nobody sees it, and the asset beside it that people mean stays without its documents.
      ...surrounded.map(({ line }) => ({ line, problem: SURROUNDED })),
    ].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    ignoredColumns,
  };
}

const SURROUNDED =
  "The identifier begins or ends with a space. Remove the space, or create this asset in the cockpit.";

function compare(row: AssetRow, stored: StoredAsset | null): PlannedChange {
  const { line, identifier, name, description, folder } = row;
  const after = {
    name,
    description: description ?? stored?.description ?? "",
    folder: folder === undefined ? (stored?.folder ?? null) : folder,
  };
  const before = stored && {
    ...{ id: stored.id, name: stored.name },
    ...{ description: stored.description, folder: stored.folder },
  };
  return { line, identifier, before, after };
}
