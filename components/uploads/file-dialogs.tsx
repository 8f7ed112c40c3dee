"use client";

import { type ReactNode, useRef } from "react";

/** Every browser has it, React's types do not. */
const WHOLE_FOLDER = { webkitdirectory: "" };

/** The browser's own dialogs for files and folders; `inputs` has to be rendered somewhere. */
export function useFileDialogs({
  label,
  folderLabel = label,
  onFiles,
}: {
  /** Names the inputs, which only programs see. */
  readonly label: string;
  /** Names the one for a folder; absent: as the other. */
  readonly folderLabel?: string;
  readonly onFiles: (files: FileList) => void;
}): {
  readonly openFiles: () => void;
  readonly openFolder: () => void;
  readonly inputs: ReactNode;
} {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    if (input.files && input.files.length > 0) onFiles(input.files);
    // The same files may be chosen again.
    input.value = "";
  };
  const shared = {
    type: "file",
    hidden: true,
    onChange: (event: { currentTarget: HTMLInputElement }) => take(event.currentTarget),
  } as const;
  return {
    openFiles: () => files.current?.click(),
    openFolder: () => folder.current?.click(),
    inputs: (
      <>
        <input ref={files} multiple aria-label={label} {...shared} />
        <input ref={folder} aria-label={folderLabel} {...WHOLE_FOLDER} {...shared} />
      </>
    ),
  };
}
