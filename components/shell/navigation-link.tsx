"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";

/** A navigation link, marked if it leads to the current page or to its parent. */
export function NavigationLink({ href, label }: { readonly href: string; readonly label: string }) {
  const path = usePathname();
  const isHere = path === href || path.startsWith(`${href}/`);
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isHere ? "page" : undefined}
      className={clsx(
        // The same weight for all links: a bolder link would be wider and move everything beside it.
        "whitespace-nowrap rounded-lg px-3 py-1.5 font-medium text-sm max-sm:px-2",
        isHere
          ? "bg-curtain-soft text-curtain forced-colors:underline forced-colors:underline-offset-4"
          : "text-quiet hover:text-ink",
      )}
    >
      {label}
    </Link>
  );
}
