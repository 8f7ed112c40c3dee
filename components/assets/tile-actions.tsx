"use client";

import { Archive, ArchiveRestore, Ellipsis, FolderUp, Pencil, Upload } from "lucide-react";
import type { AssetTile } from "@/lib/http/assets/cockpit-schemas";
import { useMay } from "../shell/role-provider";
import { TILE_TEXTS } from "../texts/en/cockpit-texts";
import { Button } from "../ui/button";
import { Menu, MenuItem, MenuLine } from "../ui/menu";
import { useFileDialogs } from "../uploads/file-dialogs";
import { useUploadActions } from "../uploads/uploads-provider";

/** The actions that a tile requests from its page. The functions keep their identity between renders. */
export interface AssetActionHandlers {
  readonly onEdit: (tile: AssetTile) => void;
  readonly onArchive: (tile: AssetTile) => void;
}

/** A button that opens the browser's file dialog, and every other action on the asset that the user's role allows. */
export function TileActions({
  tile,
  actionHandlers,
}: {
  readonly tile: AssetTile;
  actionHandlers: AssetActionHandlers;
}) {
  const { addFiles } = useUploadActions();
  const { name, identifier, archivedAt } = tile;
  const { openFiles, openFolder, inputs } = useFileDialogs({
    label: TILE_TEXTS.filesFor(name),
    folderLabel: TILE_TEXTS.folderFor(name),
    onFiles: (files) => addFiles({ assetIdentifier: identifier, assetName: name }, files),
  });
  const mayChange = useMay("administrator");
  if (!useMay("reviewer")) return null;
  return (
    <div className="relative z-10 ml-auto flex shrink-0 items-center gap-1">
      <Menu
        trigger={
          <Button tone="quiet" size="icon" aria-label={TILE_TEXTS.moreFor(name)}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={openFiles}>
          <Upload aria-hidden />
          {TILE_TEXTS.uploadFiles}
        </MenuItem>
        <MenuItem onSelect={openFolder}>
          <FolderUp aria-hidden />
          {TILE_TEXTS.uploadFolder}
        </MenuItem>
        {mayChange && (
          <>
            <MenuLine />
            <MenuItem onSelect={() => actionHandlers.onEdit(tile)}>
              <Pencil aria-hidden />
              {TILE_TEXTS.edit}
            </MenuItem>
            <MenuItem onSelect={() => actionHandlers.onArchive(tile)}>
              {archivedAt ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
              {archivedAt ? TILE_TEXTS.restore : TILE_TEXTS.archive}
            </MenuItem>
          </>
        )}
      </Menu>
      <Button aria-label={TILE_TEXTS.uploadTo(name)} onClick={openFiles}>
        <Upload aria-hidden />
        {TILE_TEXTS.upload}
      </Button>
      {inputs}
    </div>
  );
}
