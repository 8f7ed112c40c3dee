"use client";

import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { ADMINISTRATION_PAGES } from "./administration-pages";
import { NavigationLink } from "./navigation-link";
import { useMay } from "./role-provider";

/** The navigation between the administration pages: beside them, or above them on a phone. */
export function AdministrationNavigation() {
  return (
    <nav
      aria-label={SHELL_TEXTS.administration}
      className="flex flex-wrap gap-1 self-start lg:sticky lg:top-20 lg:flex-col"
    >
      {ADMINISTRATION_PAGES.map((page) => (
        <PageLink key={page.href} {...page} />
      ))}
    </nav>
  );
}

function PageLink({ href, label, role }: (typeof ADMINISTRATION_PAGES)[number]) {
  return useMay(role) && <NavigationLink href={href} label={label} />;
}
