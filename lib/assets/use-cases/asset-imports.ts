import { createHash } from "node:crypto";
import type { Changes } from "@/lib/documents/ports";
import type { Clock, Ids } from "@/lib/kernel/ports";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { type Page, readPage } from "@/lib/kernel/rules/page";
import type { Asset, AssetImport, AssetRepository, AssetSelection } from "../ports";
import { type AssetCsvSeparator, assetCsvHead, assetCsvLine } from "../rules/asset-texts";
import { type ImportPlan, identifiersToFind, planImport } from "../rules/plan-import";
import { type AssetFile, decodeCsv, readAssetRows } from "../rules/read-asset-rows";

/** The result that importing a file would have now. */
interface ImportPreview {
  readonly plan: ImportPlan;
  /** Identifies exactly these changes. An import with this digest either makes exactly these changes or makes none. */
  readonly digest: string;
}

/** Reads a CSV file and compares it with the assets; changes nothing. */
export async function previewImport(
  ports: { assets: AssetRepository },
  file: Uint8Array,
): Promise<ImportPreview> {
  const read = readFile(file);
  const stored = await ports.assets.findByIdentifiers(identifiersToFind(read));
  const plan = planImport(read, stored);
  return { plan, digest: digestOf(plan) };
}

function readFile(file: Uint8Array): AssetFile {
  const decoded = decodeCsv(file);
  if ("text" in decoded) return readAssetRows(decoded.text);
  return { rows: [], problems: [decoded], ignoredColumns: [] };
}

const digestOf = ({ changes }: ImportPlan) =>
  createHash("sha256")
    .update(
      JSON.stringify(changes.map(({ identifier, before, after }) => [identifier, before, after])),
    )
    .digest("base64url");

const PROBLEMS_NAMED_MAX = 20;

/**
 * Creates and edits the assets of a CSV file, all of them or none; assets that are not in the file stay unchanged. Can be
 * repeated: the second time, nothing changes.
 * @param input.digest the digest of the preview that the user saw; null to import regardless of what changes
 * @returns the changes that were made
 * @throws DomainError `validation-failed` if a row is invalid; `assets-changed` if the assets have changed since the
 * preview
 */
export async function importAssets(
  ports: { assets: AssetRepository; changes: Changes; clock: Clock; ids: Ids },
  input: { file: Uint8Array; digest: string | null; author: Author },
): Promise<ImportPlan> {
  const { plan, digest } = await previewImport(ports, input.file);
  assertNoProblems(plan);
  if (input.digest !== null && input.digest !== digest) throw assetsChanged();
  const at = ports.clock.now();
  const note = { at, author: input.author, action: "assets-imported" } as const;
  if (!(await ports.assets.import(toImport(ports, plan, at), note))) throw assetsChanged();
  if (plan.changes.length > 0) ports.changes.announce("other");
  return plan;
}

function assertNoProblems({ problems }: ImportPlan): void {
  if (problems.length === 0) return;
  const errors = problems
    .slice(0, PROBLEMS_NAMED_MAX)
    .map(({ line, problem }) => ({ pointer: line ? `#/lines/${line}` : "#", detail: problem }));
  const detail =
    "Nothing was imported, because some rows have errors. Correct the file and import it again.";
  throw new DomainError("validation-failed", detail, { errors });
}

const assetsChanged = () =>
  new DomainError(
    "assets-changed",
    "Nothing was imported, because assets have changed since the preview. Look at the new preview and import again.",
  );

function toImport({ ids }: { ids: Ids }, { changes }: ImportPlan, at: Date): AssetImport {
  return {
    created: changes.flatMap(({ identifier, before, after }) =>
      before ? [] : [{ id: ids.uuid(), identifier, ...after, createdAt: at }],
    ),
    edited: changes.flatMap(({ before, after }) =>
      before ? [{ id: before.id, before, after }] : [],
    ),
    at,
  };
}

const READ_AT_ONCE = 500;

/**
 * Exports the selected assets as CSV in ascending order of their identifiers. It reads the assets page by page, so that
 * memory use does not grow with their number. An import can read the exported file.
 */
export async function* exportAssets(
  ports: { assets: AssetRepository },
  selection: AssetSelection,
  separator: AssetCsvSeparator,
): AsyncGenerator<string> {
  yield assetCsvHead(separator);
  let after: string | null = null;
  do {
    const page = await selectAssets(ports, { selection, after, limit: READ_AT_ONCE });
    if (page.items.length > 0) {
      yield page.items.map((asset) => assetCsvLine(asset, separator)).join("");
    }
    after = page.nextAfter;
  } while (after !== null);
}

/**
 * Returns a page of the selected assets in ascending order of their identifiers, including archived ones unless the
 * selection excludes them.
 * @returns `nextAfter` null if there are no more assets
 */
export async function selectAssets(
  ports: { assets: AssetRepository },
  input: { selection: AssetSelection } & Page<string>,
): Promise<{ items: readonly Asset[]; nextAfter: string | null }> {
  const list = (page: Page<string>) => ports.assets.list(input.selection, page);
  return readPage(input, list, ({ identifier }) => identifier);
}
