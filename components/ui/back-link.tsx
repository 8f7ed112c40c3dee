"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useSyncExternalStore } from "react";
import { findView } from "./last-view";

/** The link above a heading that leads to the parent page, as this tab last showed that page. */
export function BackLink({
  href,
  label,
  onReturn,
}: {
  readonly href: string;
  readonly label: string;
  /** Called when the link is followed, if the parent page scrolls itself to where the user had left it. */
  readonly onReturn?: () => void;
}) {
  const seen = useSyncExternalStore(
    never,
    () => findView(href),
    () => href,
  );
  return (
    <Link
      href={seen}
      prefetch={false}
      scroll={onReturn === undefined}
      {...(onReturn && { onNavigate: onReturn })}
      className="inline-flex min-h-6 items-center gap-1.5 rounded-md text-quiet text-sm hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {label}
    </Link>
  );
}

const never = () => () => undefined;
