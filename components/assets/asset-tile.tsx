"use client";

import { clsx } from "clsx";
import { Folder, Upload } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { memo } from "react";
import type { AssetTile as AssetTileData } from "@/lib/http/assets/cockpit-schemas";
import { assetDocumentsPath } from "../documents/asset-documents-query";
import { useMay } from "../shell/role-provider";
import { TILE_TEXTS } from "../texts/en/cockpit-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { ProgressBar } from "../ui/progress-bar";
import type { UploadTarget } from "../uploads/engine/upload-entry";
import { useFileDrop } from "../uploads/upload-drop-target";
import { useAssetUploads } from "../uploads/uploads-provider";
import { cockpitPath, readCockpitQuery } from "./cockpit-query";
import { type AssetActionHandlers, TileActions } from "./tile-actions";
import { NewestDocument, StatusCounts } from "./tile-facts";
import { TileFrame } from "./tile-skeleton";

interface AssetTileParts {
  readonly tile: AssetTileData;
  readonly actionHandlers: AssetActionHandlers;
}

/**
 * An asset as a tile that looks like a stage pass: the whole tile links to its documents and accepts dropped files.
 * Rerenders only if its own data has changed, not on every reload of the page.
 */
export const AssetTile = memo(function AssetTile({ tile, actionHandlers }: AssetTileParts) {
  const { identifier, name, description, folder } = tile;
  const target = { assetIdentifier: identifier, assetName: name };
  const { isOver, handlers } = useFileDrop(target);
  return (
    <div
      className="h-full"
      data-upload-identifier={identifier}
      data-place={identifier}
      data-upload-name={name}
      {...handlers}
    >
      <TileFrame
        stub={<Stub tile={tile} />}
        className={clsx(
          "hover:border-edge group-data-[files=over]/cockpit:outline-2 group-data-[files=over]/cockpit:outline-curtain/70 group-data-[files=over]/cockpit:outline-dashed group-data-[files=over]/cockpit:outline-offset-2",
          isOver && "bg-curtain-soft",
        )}
      >
        <h2 className="font-serif text-xl leading-tight">
          <Link
            href={assetDocumentsPath({ identifier })}
            prefetch={false}
            className="after:absolute after:inset-0 after:rounded-tile focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-curtain focus-visible:after:outline-offset-2"
          >
            <bdi title={name} className="line-clamp-2">
              {name}
            </bdi>
          </Link>
        </h2>
        {folder && <TileFolder folder={folder} />}
        {description && (
          <p title={description} dir="auto" className="mt-1 truncate text-quiet text-sm">
            {description}
          </p>
        )}
        <Documents tile={tile} />
        <div className="mt-auto flex min-h-12 items-end gap-3 pt-3">
          <TileUploads {...target} />
          <TileActions tile={tile} actionHandlers={actionHandlers} />
        </div>
        {isOver && <DropHint name={name} />}
      </TileFrame>
    </div>
  );
}, isSame);

/** Reloaded pages contain new objects with the same content. */
function isSame(before: AssetTileParts, after: AssetTileParts): boolean {
  if (before.actionHandlers !== after.actionHandlers) return false;
  return before.tile === after.tile || JSON.stringify(before.tile) === JSON.stringify(after.tile);
}

function Stub({
  tile: { identifier, name, newCount, archivedAt },
}: {
  readonly tile: AssetTileData;
}) {
  return (
    <>
      <bdi title={identifier} className="truncate font-mono text-quiet text-xs">
        {identifier}
      </bdi>
      {archivedAt && (
        <span className="shrink-0 rounded-full bg-sunken px-2 py-0.5 text-quiet text-xs">
          {TILE_TEXTS.archived}
        </span>
      )}
      {newCount > 0 && (
        // Placed above the link that covers the tile and would hide the tooltip.
        <Link
          href={assetDocumentsPath({ identifier })}
          prefetch={false}
          title={TILE_TEXTS.newHint(newCount)}
          aria-label={TILE_TEXTS.newOf(newCount, name)}
          className="relative z-1 flex min-h-6 shrink-0 items-center rounded-full bg-curtain px-2 font-medium text-on-curtain text-xs tabular-nums"
        >
          {TILE_TEXTS.newCount(newCount)}
        </Link>
      )}
    </>
  );
}

function Documents({
  tile: { identifier, counts, newestDocument },
}: {
  readonly tile: AssetTileData;
}) {
  const mayUpload = useMay("reviewer");
  if (!newestDocument) {
    return (
      <p className="mt-3 text-quiet text-sm">
        {mayUpload ? TILE_TEXTS.noDocuments : ROLE_TEXTS.noDocuments}
      </p>
    );
  }
  return (
    <div className="mt-3 flex flex-col gap-2.5">
      <StatusCounts identifier={identifier} counts={counts} />
      <NewestDocument document={newestDocument} />
    </div>
  );
}

function DropHint({ name }: { readonly name: string }) {
  return (
    <div className="pointer-events-none absolute inset-0 z-20 grid place-items-center rounded-tile bg-curtain-soft p-5 text-center">
      <p className="flex flex-col items-center gap-2 font-serif text-curtain text-xl leading-tight">
        <Upload aria-hidden className="size-6" />
        <bdi className="line-clamp-3">{TILE_TEXTS.dropHere(name)}</bdi>
      </p>
    </div>
  );
}

/** The progress of the uploads to an asset; renders nothing if there are none. */
function TileUploads({ assetIdentifier, assetName }: UploadTarget) {
  const uploads = useAssetUploads(assetIdentifier);
  if (!uploads || uploads.unfinishedCount === 0) return null;
  const { uploadedCount, unfinishedCount, bytesSent, bytesTotal } = uploads;
  return (
    <div className="min-w-0 grow">
      <p className="truncate text-curtain text-xs tabular-nums">
        {TILE_TEXTS.progress(uploadedCount, uploadedCount + unfinishedCount)}
      </p>
      <ProgressBar
        className="mt-1 h-1"
        label={TILE_TEXTS.progressLabel(assetName)}
        value={bytesTotal > 0 ? bytesSent / bytesTotal : null}
      />
    </div>
  );
}

/** The folder of an asset. Its link shows the assets in that folder; search, filter and order stay as they are. */
function TileFolder({ folder }: { readonly folder: string }) {
  const path = cockpitPath({ ...readCockpitQuery(useSearchParams()), folder });
  return (
    <p className="mt-1 flex">
      <Link
        href={path}
        prefetch={false}
        aria-label={TILE_TEXTS.folder(folder)}
        className="relative z-10 inline-flex min-h-6 min-w-0 items-center gap-1.5 rounded-md text-quiet text-sm hover:text-ink"
      >
        <Folder aria-hidden className="size-3.5 shrink-0" />
        <bdi title={folder} className="truncate">
          {folder}
        </bdi>
      </Link>
    </p>
  );
}
