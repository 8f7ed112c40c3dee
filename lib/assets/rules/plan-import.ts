import {
  assetIdentifierProblem,
  storedIdentifierProblem,
} from "@/lib/documents/rules/staged-document";
import type { AssetTexts } from "./asset-texts";
import { type AssetFile, type AssetRow, cellProblem, type FileProblem } from "./read-asset-rows";

/** The part of a stored asset that a plan needs. */
export interface StoredAsset extends AssetTexts {
  readonly id: string;
  readonly identifier: string;
  readonly archivedAt: Date | null;
}

/** A row that changes something. `before` is null for a new asset. */
export interface PlannedChange {
  readonly line: number;
  readonly identifier: string;
  readonly before: (AssetTexts & { readonly id: string }) | null;
  readonly after: AssetTexts;
}

/** The changes that an import of a file would make now, and the problems that prevent it. */
export interface ImportPlan {
  readonly rowCount: number;
  readonly changes: readonly PlannedChange[];
  /** The number of rows for archived assets, which stay archived. */
  readonly archivedCount: number;
  /** The number of new identifiers that are numbers. A spreadsheet may have removed zeros from them. */
  readonly numericCount: number;
  readonly problems: readonly FileProblem[];
  readonly ignoredColumns: readonly string[];
}

/** The kinds of changes; a row may have several. */
export const CHANGE_KINDS = ["created", "renamed", "moved", "described"] as const;

/** A kind of change. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** For each kind of change, a function that returns whether a row contains it. */
export const isChange: Readonly<Record<ChangeKind, (change: PlannedChange) => boolean>> = {
  created: ({ before }) => before === null,
  renamed: ({ before, after }) => before !== null && before.name !== after.name,
  moved: ({ before, after }) => before !== null && before.folder !== after.folder,
  described: ({ before, after }) => before !== null && before.description !== after.description,
};

/**
 * Compares the rows of a file with the stored assets.
 * @param stored must include all assets of `identifiersToFind`
 */
export function planImport(
  { rows, problems, ignoredColumns }: AssetFile,
  stored: readonly StoredAsset[],
): ImportPlan {
  const found = new Map(stored.map((asset) => [asset.identifier, asset]));
  const compared = rows.map((row) => compare(row, found.get(row.identifier) ?? null));
  const fresh = rows.filter(({ identifier }) => !found.has(identifier));
  return {
    rowCount: rows.length,
    changes: compared.filter((change) => CHANGE_KINDS.some((kind) => isChange[kind](change))),
    archivedCount: rows.filter(({ identifier }) => found.get(identifier)?.archivedAt).length,
    numericCount: fresh.filter(({ identifier }) => NUMERIC.test(identifier)).length,
    problems: [...problems, ...problemsOfFresh(rows, found)].toSorted(
      (a, b) => (a.line ?? 0) - (b.line ?? 0),
    ),
    ignoredColumns,
  };
}

/** Returns the identifiers to look up for a plan: each identifier in the rows and its forms in Unicode NFC and NFD. */
export function identifiersToFind({ rows }: AssetFile): readonly string[] {
  const identifiers = rows.flatMap(({ identifier }) =>
    // PostgreSQL cannot store or search for lone surrogates or NUL.
    storedIdentifierProblem(identifier) === null
      ? [identifier, identifier.normalize("NFC"), identifier.normalize("NFD")]
      : [],
  );
  return [...new Set(identifiers)];
}

/** A number as Excel writes it: without leading zeros, and with an exponent if it is long. */
const NUMERIC = /^(?:[1-9]\d*|\d(?:[.,]\d+)?E\+\d+)$/i;

const ADVICE = "or create this asset in the cockpit.";
const SURROUNDED = `The identifier begins or ends with a space. Remove the space, ${ADVICE}`;
const LOOKS_LIKE_STORED = `The identifier looks like an existing one, but its accents are encoded differently. Copy the identifier from an export, ${ADVICE}`;

/**
 * Returns the problems that are reported only for new identifiers. Existing assets may have such identifiers, because
 * they may have been created in another way.
 */
function problemsOfFresh(
  rows: readonly AssetRow[],
  found: ReadonlyMap<string, StoredAsset>,
): readonly FileProblem[] {
  const looks = new Map<string, AssetRow>();
  const storedLooks = new Set([...found.keys()].map((each) => each.normalize("NFC")));
  return rows.flatMap((row) => {
    const { line, identifier } = row;
    const look = identifier.normalize("NFC");
    const earlier = looks.get(look);
    if (!earlier) looks.set(look, row);
    if (found.has(identifier) || storedIdentifierProblem(identifier) !== null) return [];
    const problem = assetIdentifierProblem(identifier);
    if (problem) return [{ line, problem: cellProblem("identifier", problem) }];
    if (identifier !== identifier.trim()) return [{ line, problem: SURROUNDED }];
    if (earlier && earlier.identifier !== identifier) {
      const twin = `The identifier looks like the one on line ${earlier.line}, but its accents are encoded differently. Keep one of the two rows.`;
      return [{ line, problem: twin }];
    }
    return !earlier && storedLooks.has(look) ? [{ line, problem: LOOKS_LIKE_STORED }] : [];
  });
}

function compare(row: AssetRow, stored: StoredAsset | null): PlannedChange {
  const { line, identifier, name, description, folder } = row;
  const after = {
    // Names in rows are trimmed, but assets created elsewhere may have spaces around their names.
    name: stored && stored.name.trim() === name ? stored.name : name,
    description: description ?? stored?.description ?? "",
    folder: folder === undefined ? (stored?.folder ?? null) : folder,
  };
  const before = stored && {
    id: stored.id,
    name: stored.name,
    description: stored.description,
    folder: stored.folder,
  };
  return { line, identifier, before, after };
}
