import { clsx } from "clsx";
import type { ReactNode } from "react";

/** A part of a page that scrolls on its own. It is focusable, so that it can be scrolled with the keyboard. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  /** The accessible name of the region. */
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
      tabIndex={0}
      className={className}
    >
      {children}
    </section>
  );
}

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
