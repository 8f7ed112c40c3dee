"use client";

import { FolderUp, Upload } from "lucide-react";
import { useMay } from "../shell/role-provider";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { Button } from "../ui/button";
import type { UploadTarget } from "./engine/upload-entry";
import { useFileDialogs } from "./file-dialogs";
import { useUploadActions } from "./uploads-provider";

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
