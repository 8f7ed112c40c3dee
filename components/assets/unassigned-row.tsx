"use client";

import { FolderInput, Plus } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import type { AssetTile, UnassignedPage } from "@/lib/http/assets/cockpit-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { callCockpit } from "../api/call-cockpit";
import { assetDocumentsPath } from "../documents/asset-documents-query";
import { useMay } from "../shell/role-provider";
import { UNASSIGNED_TEXTS } from "../texts/en/cockpit-texts";
import { Button } from "../ui/button";
import { useToasts } from "../ui/toast";
import { type AssetValues, valuesFromIdentifier } from "./asset-values";
import { TILES_PATH } from "./cockpit-query";
import { NewestDocument, StatusCounts } from "./tile-facts";

/** An identifier that documents use but no asset has. */
export type UnassignedPlace = UnassignedPage["items"][number];

/** Callbacks for the actions on an identifier. */
export interface UnassignedOutcomes {
  /** Called to ask for a name if the identifier is not a valid name. */
  readonly onAsk: (values: AssetValues) => void;
  /** Receives the height of the row, for the row that replaces it. */
  readonly onCreated: (tile: AssetTile, heightPx: number) => void;
  readonly onMove: (identifier: string) => void;
}

/** An identifier with its documents, and the actions on it. */
export function UnassignedRow({
  place: { identifier, counts, newestDocument },
  ...outcomes
}: UnassignedOutcomes & { readonly place: UnassignedPlace }) {
  const row = useRef<HTMLDivElement>(null);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const onCreated = (tile: AssetTile) => outcomes.onCreated(tile, row.current?.offsetHeight ?? 0);
  return (
    <div ref={row} className="flex items-center gap-4 py-2.5">
      <div className="grid min-w-0 grow grid-cols-1 gap-x-4 gap-y-1.5 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,4fr)] md:items-center">
        <Link
          href={assetDocumentsPath({ identifier })}
          prefetch={false}
          className="flex min-h-6 w-fit max-w-full items-center rounded-sm font-mono text-sm underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
        >
          <bdi title={identifier} className="block truncate">
            {identifier}
          </bdi>
        </Link>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="text-quiet text-xs tabular-nums">
            {UNASSIGNED_TEXTS.documents(total)}
          </span>
          <StatusCounts identifier={identifier} counts={counts} />
        </div>
        {newestDocument && <NewestDocument document={newestDocument} />}
      </div>
      <RowActions identifier={identifier} {...outcomes} onCreated={onCreated} />
    </div>
  );
}

function RowActions({
  identifier,
  onAsk,
  onCreated,
  onMove,
}: Omit<UnassignedOutcomes, "onCreated"> & {
  readonly identifier: string;
  readonly onCreated: (tile: AssetTile) => void;
}) {
  const mayCreate = useMay("administrator");
  const { create, isBusy } = useCreation(identifier, onCreated, onAsk);
  if (!useMay("reviewer")) return null;
  return (
    <div className="flex shrink-0 gap-2">
      <Button
        disabled={isBusy}
        aria-label={UNASSIGNED_TEXTS.moveOf(identifier)}
        title={UNASSIGNED_TEXTS.move}
        onClick={() => onMove(identifier)}
      >
        <FolderInput aria-hidden />
        <span className="max-lg:sr-only">{UNASSIGNED_TEXTS.move}</span>
      </Button>
      {mayCreate && (
        <Button
          disabled={isBusy}
          aria-label={UNASSIGNED_TEXTS.createFor(identifier)}
          onClick={() => void create()}
        >
          <Plus aria-hidden />
          <span className="max-sm:sr-only">
            {isBusy ? UNASSIGNED_TEXTS.creating : UNASSIGNED_TEXTS.create}
          </span>
        </Button>
      )}
    </div>
  );
}

/**
 * Creates an asset for an identifier, using the identifier as its name. If the identifier is not a valid name, asks the
 * user for one.
 */
function useCreation(
  identifier: string,
  onCreated: (tile: AssetTile) => void,
  onAsk: (values: AssetValues) => void,
) {
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  async function create() {
    const body = valuesFromIdentifier(identifier);
    if (!body) return onAsk({ identifier, name: "", description: "" });
    setBusy(true);
    try {
      onCreated(await callCockpit<AssetTile>("POST", TILES_PATH, { body }));
    } catch (error) {
      toasts.failed(UNASSIGNED_TEXTS.notCreated(identifier), errorMessage(error));
    } finally {
      setBusy(false);
    }
  }
  return { create, isBusy };
}
