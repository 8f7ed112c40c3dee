"use client";

import { FolderUp, Upload } from "lucide-react";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { Button } from "../ui/button";
import type { UploadTarget } from "./engine/upload-entry";
import { useFileDialogs } from "./file-dialogs";
import { useUploadActions } from "./uploads-provider";

/** Buttons that open the browser's own file dialogs: by keyboard, mouse or touch. */
export function UploadButtons({ target }: { readonly target: UploadTarget }) {
  const { addFiles } = useUploadActions();
  const { openFiles, openFolder, inputs } = useFileDialogs({
    label: DOCUMENT_TEXTS.uploadFiles,
    onFiles: (files) => addFiles(target, files),
  });
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
