"use client";

import { useEffect } from "react";
import { UPLOAD_TEXTS } from "../texts/en/upload-texts";
import { useToasts } from "../ui/toast";
import { strayDrops } from "./tab-uploads";

/** Says where files can be dropped whenever some hit no target. */
export function SayStrayDrops() {
  const toasts = useToasts();
  useEffect(() => {
    const { title, help } = UPLOAD_TEXTS.strayDrop;
    return strayDrops.onStray(() => toasts.failed(title, help));
  }, [toasts]);
  return null;
}
