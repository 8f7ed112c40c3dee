"use client";

import { type ReactNode, useRef } from "react";

/** Every browser supports this attribute, but React's types lack it. */
const WHOLE_FOLDER = { webkitdirectory: "" };

/** Provides the browser's own dialogs for files and folders. `inputs` must be rendered somewhere. */
export function useFileDialogs({
  label,
  folderLabel = label,
  onFiles,
}: {
  /** The accessible name of the inputs, which are not visible. */
  readonly label: string;
  /** The accessible name of the folder input; `label` if absent. */
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
    // Allows the same files to be selected again.
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
