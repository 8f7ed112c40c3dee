"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { Role } from "@/lib/kernel/rules/roles";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { LiveIndicator } from "./live-indicator";
import { NavigationLink } from "./navigation-link";
import { useMay } from "./role-provider";
import { SkipLink } from "./skip-link";
import type { Theme } from "./theme";
import { UserMenu } from "./user-menu";
import { Wordmark } from "./wordmark";

/** The header of every page: the navigation, the live indicator and the user menu. Messages appear below it. */
export function AppHeader({
  alert,
  ...user
}: {
  /** A warning shown in the navigation. */
  readonly alert: ReactNode;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly theme: Theme;
}) {
  const mayAdminister = useMay("administrator");
  return (
    <header
      ref={followHeight}
      className="sticky top-0 z-20 border-b border-line bg-paper/95 backdrop-blur-sm"
    >
      <SkipLink />
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 sm:px-6 [header:has(~main>[data-wide])_&]:max-w-504">
        <Link href="/cockpit" prefetch={false} className="rounded-md py-1.5">
          <Wordmark />
        </Link>
        <nav
          aria-label={SHELL_TEXTS.mainNavigation}
          className="order-last flex w-full flex-wrap items-center gap-1 sm:order-none sm:w-auto"
        >
          <NavigationLink href="/cockpit" label={SHELL_TEXTS.cockpit} />
          {mayAdminister && (
            <NavigationLink href="/administration" label={SHELL_TEXTS.administration} />
          )}
          {alert}
        </nav>
        <div className="ml-auto flex items-center gap-3">
          <LiveIndicator />
          <UserMenu {...user} />
        </div>
      </div>
    </header>
  );
}

/** Makes the header's height known to the style sheet. It depends on how many lines the navigation takes. */
function followHeight(header: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty("--header-height", `${header.offsetHeight}px`),
  );
  observer.observe(header);
  return () => {
    observer.disconnect();
    style.removeProperty("--header-height");
  };
}
