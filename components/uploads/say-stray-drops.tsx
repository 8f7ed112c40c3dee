"use client";

import { useEffect } from "react";
import { UPLOAD_TEXTS } from "../texts/en/upload-texts";
import { useToasts } from "../ui/toast";
import { strayDrops } from "./tab-uploads";
import { isDialogOpen } from "./use-files-over-window";

/** Says where files can be dropped whenever a drop misses all targets. */
export function SayStrayDrops() {
  const toasts = useToasts();
  useEffect(() => {
    const { title, help, helpOnDialog } = UPLOAD_TEXTS.strayDrop;
    return strayDrops.onStray(() =>
      toasts.failed(title, isDialogOpen(document) ? helpOnDialog : help),
    );
  }, [toasts]);
  return null;
}
