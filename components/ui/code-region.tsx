import { clsx } from "clsx";
import { ScrollRegion } from "./scroll-region";

/** Text as it is, nobody vouching for it: scrolls in its own frame and mixes with nothing around it. */
export function CodeRegion({
  label,
  text,
  isWrapped = true,
  className,
}: {
  /** Names the region for screen readers. */
  readonly label: string;
  readonly text: string;
  /** false: long lines stay whole, as in programs. */
  readonly isWrapped?: boolean;
  readonly className?: string;
}) {
  return (
    <ScrollRegion
      label={label}
      className={clsx(
        "max-h-72 overflow-auto rounded-lg border border-line bg-sunken/60 p-3 font-mono text-xs leading-relaxed",
        className,
      )}
    >
      <pre
        dir="ltr"
        className={clsx(
          "isolate [unicode-bidi:isolate]",
          isWrapped ? "whitespace-pre-wrap break-all" : "whitespace-pre",
        )}
      >
        {text}
      </pre>
    </ScrollRegion>
  );
}
