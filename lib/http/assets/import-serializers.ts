import {
  CHANGE_KINDS,
  type ChangeKind,
  type ImportPlan,
  isChange,
  type PlannedChange,
} from "@/lib/assets/rules/plan-import";
import type { AssetImportAnswer, ImportChange } from "./import-schemas";

const SHOWN_MAX = 50;
const PROBLEMS_SHOWN_MAX = 100;
const COLUMN_NAME_SHOWN_MAX = 100;

/** Returns the changes that an import would make, with their digest, or the changes that it has made. */
export function renderImport(
  plan: ImportPlan,
  { isDryRun, digest }: { readonly isDryRun: boolean; readonly digest: string | null },
): AssetImportAnswer {
  const ofKind = (kind: ChangeKind) => plan.changes.filter(isChange[kind]);
  const { rowCount, archivedCount, numericCount, changes, problems, ignoredColumns } = plan;
  return {
    isDryRun,
    digest,
    rowCount,
    archivedCount,
    numericCount,
    unchangedCount: rowCount - changes.length,
    counts: ofEachKind((kind) => ofKind(kind).length),
    changes: ofEachKind((kind) => ofKind(kind).slice(0, SHOWN_MAX).map(renderChange)),
    problemCount: problems.length,
    problems: problems.slice(0, PROBLEMS_SHOWN_MAX).map(({ line, problem }) => ({ line, problem })),
    ignoredColumns: ignoredColumns.map((name) => name.slice(0, COLUMN_NAME_SHOWN_MAX)),
  };
}

function ofEachKind<T>(make: (kind: ChangeKind) => T): Record<ChangeKind, T> {
  return Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, make(kind)])) as Record<
    ChangeKind,
    T
  >;
}

function renderChange({ line, identifier, before, after }: PlannedChange): ImportChange {
  return { line, identifier, before: before && textsOf(before), after: textsOf(after) };
}

const textsOf = ({ name, description, folder }: PlannedChange["after"]) => ({
  name,
  description,
  folder,
});
