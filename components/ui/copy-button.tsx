"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "./button";
import { useToasts } from "./toast";

const SHOWN_MS = 2_000;

/** Copies text and briefly says that it was copied, or says why it could not be; `label` names what is copied. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  const toasts = useToasts();
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers provide a clipboard only on secure origins, and may ask users for permission.
      toasts.failed(UI_TEXTS.notCopied, UI_TEXTS.notCopiedHelp);
    }
  };
  return (
    <Button size="tiny" aria-label={label} onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? UI_TEXTS.copied : UI_TEXTS.copy}</span>
    </Button>
  );
}
