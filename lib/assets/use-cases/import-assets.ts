import type { Changes } from "@/lib/documents/ports/changes";
import type { Clock, Ids } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { AssetImport, AssetRepository } from "../ports/assets";
import type { ImportPlan } from "../rules/plan-import";
import { previewImport } from "./preview-import";

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
