import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** A badge with an icon and a few words, because colour alone is not enough. */
export function Badge({
  icon: Icon,
  look,
  iconLook,
  title,
  children,
}: {
  readonly icon: LucideIcon;
  /** The CSS classes for the badge's colours. */
  readonly look: string;
  readonly iconLook?: string;
  /** The badge's meaning, shown as a tooltip. */
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <span
      title={title}
      className={clsx(
        "inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-full px-2 text-xs font-medium",
        look,
      )}
    >
      <Icon aria-hidden className={clsx("size-3.5 shrink-0", iconLook)} />
      {children}
    </span>
  );
}
