"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { API_REFERENCE_TEXTS } from "@/components/texts/en/documentation-texts";
import { UI_TEXTS } from "@/components/texts/en/ui-texts";
import { Button } from "@/components/ui/button";

/**
 * Copies the code next to it, within the same `data-example` element. Browsers provide a clipboard only on secure
 * origins; without one, the code is selected so that one keystroke copies it.
 */
export function CopyCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [outcome, setOutcome] = useState<"copied" | "selected" | null>(null);
  const copy = async (button: HTMLElement) => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      const code = button.closest("[data-example]")?.querySelector("pre");
      if (code) getSelection()?.selectAllChildren(code);
      setOutcome("selected");
    }
  };
  const isCopied = outcome === "copied";
  return (
    <Button
      size="tiny"
      aria-label={label}
      onClick={({ currentTarget }) => void copy(currentTarget)}
      onBlur={() => setOutcome(null)}
    >
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">
        {outcome === "selected" && API_REFERENCE_TEXTS.selected}
        {isCopied && UI_TEXTS.copied}
        {outcome === null && UI_TEXTS.copy}
      </span>
    </Button>
  );
}
