"use client";

import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import type { UploadTarget } from "./engine/upload-entry";
import { useFileDrop } from "./upload-drop-target";
import { useUploadActions } from "./uploads-provider";
import { usePastedFiles } from "./use-pasted-files";

/** A part of a page that takes dropped files, and the page's pasted ones, for one asset; says so while files are over it. */
export function UploadArea({
  target,
  children,
}: {
  readonly target: UploadTarget;
  readonly children: ReactNode;
}) {
  const { addFiles } = useUploadActions();
  const { isOver, handlers } = useFileDrop(target);
  usePastedFiles((pasted) => addFiles(target, pasted));
  return (
    <div {...handlers} className="relative min-h-[60dvh]">
      {children}
      {isOver && (
        <div className="pointer-events-none absolute -inset-3 grid place-items-center rounded-2xl border-2 border-curtain border-dashed bg-curtain-soft/85">
          <p className="sticky top-1/3 inline-flex items-center gap-3 font-serif text-2xl text-curtain">
            <Upload aria-hidden className="size-7" />
            <bdi>{DOCUMENT_TEXTS.dropHere(target.assetName)}</bdi>
          </p>
        </div>
      )}
    </div>
  );
}
