"use client";

import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { NavigationLinks, type PageLink } from "./navigation-link";

/** The navigation between the administration pages: beside them, or above them on a phone. */
export function AdministrationNavigation({ links }: { readonly links: readonly PageLink[] }) {
  return (
    <nav
      aria-label={SHELL_TEXTS.administration}
      className="flex flex-wrap gap-1 self-start lg:sticky lg:top-20 lg:flex-col"
    >
      <NavigationLinks links={links} />
    </nav>
  );
}
