"use client";

import { useEffect, useEffectEvent } from "react";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { useToasts } from "../ui/toast";
import { strayDrops } from "./tab-uploads";
import { takeFiles } from "./use-pasted-files";

/**
 * Shows a message when users who may not upload drop or paste files. No element accepts their files, so every drop is a
 * stray drop.
 */
export function NoUploads() {
  const toasts = useToasts();
  const refuse = useEffectEvent(() => {
    const { title, help } = ROLE_TEXTS.noUploads;
    toasts.failed(title, help);
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (takeFiles(event, document.activeElement)) refuse();
    };
    const endDrops = strayDrops.onStray(() => refuse());
    document.addEventListener("paste", paste);
    return () => {
      endDrops();
      document.removeEventListener("paste", paste);
    };
  }, []);
  return null;
}
