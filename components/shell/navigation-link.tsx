"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { Role } from "@/lib/kernel/rules/actor";
import { useMay } from "./role-provider";

/** A link to a page in a navigation. */
export interface PageLink {
  readonly href: string;
  readonly label: string;
  /** The lowest role that may open the page. */
  readonly role: Role;
}

/** The links to the pages that the signed-in user may open. */
export const NavigationLinks = ({ links }: { readonly links: readonly PageLink[] }) =>
  links.map((link) => <AllowedLink key={link.href} {...link} />);

function AllowedLink({ href, label, role }: PageLink) {
  return useMay(role) && <NavigationLink href={href} label={label} />;
}

/** A navigation link, marked if it leads to the current page or to its parent. */
function NavigationLink({ href, label }: { readonly href: string; readonly label: string }) {
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
