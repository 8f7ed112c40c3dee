"use client";

import { clsx } from "clsx";
import { Search, X } from "lucide-react";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "./button";
import { useEarlyTyping } from "./use-early-typing";

/** A field for searching while typing. The caller waits for a pause before it calls the server. */
export function SearchField({
  label,
  value,
  onChange,
  className,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly className?: string;
}) {
  const input = useEarlyTyping(value, onChange);
  return (
    <div className={clsx("relative", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-quiet"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-10 w-full rounded-lg border border-edge bg-raised pr-10 pl-9 text-base placeholder:text-quiet sm:text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      {value && (
        <Button
          tone="quiet"
          size="tiny-icon"
          aria-label={UI_TEXTS.clearSearch}
          className="absolute top-1/2 right-1.5 -translate-y-1/2"
          onClick={() => onChange("")}
        >
          <X aria-hidden />
        </Button>
      )}
    </div>
  );
}
