import { clsx } from "clsx";
import { ScrollRegion } from "./scroll-region";

/** Untrusted text, shown unchanged. It scrolls in its own frame and cannot affect anything around it. */
export function CodeRegion({
  label,
  text,
  isWrapped = true,
  className,
}: {
  /** The accessible name of the region. */
  readonly label: string;
  readonly text: string;
  /** Whether long lines wrap; false for program code. */
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
