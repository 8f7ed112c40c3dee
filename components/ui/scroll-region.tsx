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
