import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** Shown in place of an empty list: what would be here, and what to do next. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center px-6 py-14 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-curtain-soft text-curtain">
        <Icon aria-hidden className="size-7" strokeWidth={1.5} />
      </span>
      <h2 className="mt-5 font-serif text-2xl">{title}</h2>
      <div className="mt-2 max-w-md text-quiet">{children}</div>
      {action && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
