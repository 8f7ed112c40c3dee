"use client";

import { Archive, ArchiveRestore, Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { AssetTile } from "@/lib/http/assets/cockpit-schemas";
import { assetDocumentsPath } from "../documents/asset-documents-query";
import { ReadingForecast } from "../documents/reading-forecast";
import { useMay } from "../shell/role-provider";
import { TILE_TEXTS, UNASSIGNED_TEXTS } from "../texts/en/cockpit-texts";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { BackLink } from "../ui/back-link";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { valuesFromIdentifier } from "./asset-values";
import { returnToCockpit } from "./cockpit-place";
import type { AssetActionHandlers } from "./tile-actions";
import { useAssetDialogs } from "./use-asset-dialogs";
import { useMoveDocuments } from "./use-move-documents";

/** The asset on this page, or a note that no asset has the identifier, with a way to create one. */
export function AssetHeading({
  identifier,
  asset,
  actions,
  onChanged,
}: {
  readonly identifier: string;
  readonly asset: AssetTile | null;
  readonly actions: ReactNode;
  readonly onChanged: () => void;
}) {
  const { create, actionHandlers, dialogs } = useAssetDialogs({ onCreated: onChanged, onChanged });
  const mayUpload = useMay("reviewer");
  const newAsset = { identifier, name: "", description: "" };
  return (
    <>
      <BackLink href="/cockpit" label={DOCUMENT_TEXTS.back} onReturn={returnToCockpit} />
      <div className="mt-3 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          {asset && (
            <p className="overflow-x-clip font-mono text-quiet text-sm">
              <bdi>{identifier}</bdi>
            </p>
          )}
          <h1 className="mt-1 overflow-x-clip font-serif text-4xl">
            <bdi title={asset?.name ?? identifier}>{asset?.name ?? identifier}</bdi>
          </h1>
          {asset?.description && (
            <p className="mt-1 overflow-x-clip text-quiet">
              <bdi>{asset.description}</bdi>
            </p>
          )}
          {asset && <AssetActions asset={asset} actionHandlers={actionHandlers} />}
        </div>
        {actions}
      </div>
      <div className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-quiet text-sm">
        <p>{mayUpload ? DOCUMENT_TEXTS.dropHint : ROLE_TEXTS.readerHint}</p>
        <ReadingForecast assetIdentifier={identifier} />
      </div>
      {asset?.archivedAt && <Notice className="mt-4" tone="note" title={DOCUMENT_TEXTS.archived} />}
      {!asset && (
        <Unassigned
          identifier={identifier}
          onCreate={() => create(valuesFromIdentifier(identifier) ?? newAsset)}
        />
      )}
      {dialogs}
    </>
  );
}

function Unassigned({
  identifier,
  onCreate,
}: {
  readonly identifier: string;
  readonly onCreate: () => void;
}) {
  const router = useRouter();
  const mayCreate = useMay("administrator");
  const mayMove = useMay("reviewer");
  const helpOfOthers = mayMove ? ROLE_TEXTS.unassignedPlaceOfReviewer : ROLE_TEXTS.unassignedPlace;
  const help = mayCreate ? DOCUMENT_TEXTS.unassignedHelp : helpOfOthers;
  const { ask, dialog } = useMoveDocuments((to) =>
    router.push(assetDocumentsPath({ identifier: to })),
  );
  return (
    <Notice className="mt-4" tone="wait" title={DOCUMENT_TEXTS.unassignedTitle}>
      <p>{help}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {mayCreate && (
          <Button size="tiny" onClick={onCreate}>
            {DOCUMENT_TEXTS.createAsset}
          </Button>
        )}
        {mayMove && (
          <Button size="tiny" onClick={() => ask(identifier)}>
            {UNASSIGNED_TEXTS.move}
          </Button>
        )}
      </div>
      {dialog}
    </Notice>
  );
}

/** The administrator's actions on the asset, the same as on its tile. */
function AssetActions({
  asset,
  actionHandlers,
}: {
  readonly asset: AssetTile;
  readonly actionHandlers: AssetActionHandlers;
}) {
  if (!useMay("administrator")) return null;
  return (
    <div className="mt-2 -ml-2 flex flex-wrap gap-1">
      <Button tone="quiet" size="tiny" onClick={() => actionHandlers.onEdit(asset)}>
        <Pencil aria-hidden />
        {TILE_TEXTS.edit}
      </Button>
      <Button tone="quiet" size="tiny" onClick={() => actionHandlers.onArchive(asset)}>
        {asset.archivedAt ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        {asset.archivedAt ? TILE_TEXTS.restore : TILE_TEXTS.archive}
      </Button>
    </div>
  );
}
