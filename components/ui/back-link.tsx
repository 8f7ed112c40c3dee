"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useSyncExternalStore } from "react";
import { findView } from "./last-view";

/** The link above a heading that leads to the parent page, as this tab last showed that page. */
export function BackLink({ href, label }: { readonly href: string; readonly label: string }) {
  const seen = useSyncExternalStore(
    never,
    () => findView(href),
    () => href,
  );
  return (
    <Link
      href={seen}
      prefetch={false}
      className="inline-flex min-h-6 items-center gap-1.5 rounded-md text-quiet text-sm hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {label}
    </Link>
  );
}

const never = () => () => undefined;
