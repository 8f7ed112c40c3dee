import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

/** A section of a page, named by its heading; `action` is shown next to the heading. */
export function Card({
  title,
  action,
  children,
  id,
  className,
}: {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
  /** The anchor for links to the card. */
  readonly id?: string;
  readonly className?: string;
}) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={clsx(
        "scroll-mt-24 rounded-tile border border-line bg-surface p-5 shadow-tile sm:p-6",
        className,
      )}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={titleId} className="font-serif text-2xl leading-tight">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
