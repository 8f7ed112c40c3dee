import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** Details that most people do not need to read. Expands below its summary without a script. */
export function Disclosure({
  summary,
  children,
  className,
}: {
  readonly summary: string;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <details className={clsx("group", className)}>
      <summary className="inline-flex min-h-7 list-none items-center gap-1.5 rounded-md pr-2 text-sm font-medium text-quiet hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 transition-transform group-open:rotate-90"
        />
        {summary}
      </summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}
