"use client";

import { FolderUp, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { useMay } from "../shell/role-provider";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { Button } from "../ui/button";
import type { UploadTarget } from "./engine/upload-entry";
import { useFileDialogs } from "./file-dialogs";
import { useFileDropOnPage } from "./upload-drop-target";
import { useUploadActions } from "./uploads-provider";
import { usePastedFiles } from "./use-pasted-files";

/**
 * A page on which files can be dropped anywhere, or pasted, for one asset. Shows a hint while files are dragged over the
 * window.
 */
export function UploadArea({
  target,
  children,
}: {
  readonly target: UploadTarget;
  readonly children: ReactNode;
}) {
  const { addFiles } = useUploadActions();
  const isOver = useFileDropOnPage(target);
  usePastedFiles((pasted) => addFiles(target, pasted));
  return (
    <>
      {children}
      {isOver && (
        <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-2xl border-2 border-curtain border-dashed bg-curtain-soft/85">
          <p className="inline-flex items-center gap-3 px-6 text-center font-serif text-2xl text-curtain">
            <Upload aria-hidden className="size-7 shrink-0" />
            <bdi>{DOCUMENT_TEXTS.dropHere(target.assetName)}</bdi>
          </p>
        </div>
      )}
    </>
  );
}

/**
 * Buttons that open the browser's own file dialogs, by keyboard, mouse or touch. Not rendered for users who may not
 * upload.
 */
export function UploadButtons({ target }: { readonly target: UploadTarget }) {
  const { addFiles } = useUploadActions();
  const { openFiles, openFolder, inputs } = useFileDialogs({
    label: DOCUMENT_TEXTS.uploadFiles,
    onFiles: (files) => addFiles(target, files),
  });
  if (!useMay("reviewer")) return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone="primary" onClick={openFiles}>
        <Upload aria-hidden />
        {DOCUMENT_TEXTS.uploadFiles}
      </Button>
      <Button onClick={openFolder}>
        <FolderUp aria-hidden />
        {DOCUMENT_TEXTS.uploadFolder}
      </Button>
      {inputs}
    </div>
  );
}
