"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { UI_TEXTS } from "../texts/ui-texts";
import { Button } from "./button";

const SHOWN_MS = 2_000;

/** Copies a text and says so for a moment; `label` says what is copied. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button size="tiny" aria-label={label} onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? UI_TEXTS.copied : UI_TEXTS.copy}</span>
    </Button>
  );
}
