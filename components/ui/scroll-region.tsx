import type { ReactNode } from "react";

/** A part of a page that scrolls on its own; the Tab key stops at it, so that the keyboard can scroll it. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  /** Names the region for screen readers. */
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
