"use client";

import { useEffect, useEffectEvent } from "react";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { useToasts } from "../ui/toast";
import { holdsFiles } from "./engine/read-dropped-files";
import { takeFiles } from "./use-pasted-files";

/** For people who may not upload: says so when they drop or paste files. */
export function NoUploads() {
  const toasts = useToasts();
  const refuse = useEffectEvent(() => {
    const { title, help } = ROLE_TEXTS.noUploads;
    toasts.failed(title, help);
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const over = (event: DragEvent) => {
      const { dataTransfer } = event;
      if (!holdsFiles(dataTransfer)) return;
      event.preventDefault();
      // With the effect `none`, browsers would tell nothing about the drop.
      if (dataTransfer) dataTransfer.dropEffect = "copy";
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      refuse();
    };
    const paste = (event: ClipboardEvent) => {
      if (takeFiles(event, document.activeElement)) refuse();
    };
    document.addEventListener("dragover", over, { signal });
    document.addEventListener("drop", drop, { signal });
    document.addEventListener("paste", paste, { signal });
    return () => listening.abort();
  }, []);
  return null;
}
