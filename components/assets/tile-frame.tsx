import { clsx } from "clsx";
import type { ReactNode } from "react";

/** Half-circles cut into both edges of the tile, where the stub of a real pass would be torn off. */
const PERFORATION =
  "relative border-line border-t border-dashed before:absolute before:-top-2 before:-left-px before:h-4 before:w-2 before:rounded-r-full before:border before:border-line before:border-l-0 before:bg-paper after:absolute after:-top-2 after:-right-px after:h-4 after:w-2 after:rounded-l-full after:border after:border-line after:border-r-0 after:bg-paper";

/** A tile that looks like a stage pass: a stub above the perforation, the pass below it. */
export function TileFrame({
  stub,
  children,
  className,
}: {
  readonly stub: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <div
      className={clsx(
        "relative flex h-full flex-col rounded-tile border border-line bg-surface shadow-tile transition-colors",
        className,
      )}
    >
      <div className="flex min-h-11 items-center justify-between gap-3 px-4 py-2">{stub}</div>
      <div aria-hidden className={PERFORATION} />
      <div className="flex grow flex-col px-4 pt-3.5 pb-3">{children}</div>
    </div>
  );
}
