"use client";

import { clsx } from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { LiveIndicator } from "./live-indicator";
import type { Theme } from "./theme";
import { UserMenu } from "./user-menu";
import { Wordmark } from "./wordmark";

const ROOMS = [
  { href: "/cockpit", label: SHELL_TEXTS.cockpit },
  { href: "/administration/external-dms", label: SHELL_TEXTS.administration },
] as const;

/** The frame's upper edge: where one is, where else one can go, who one is. */
export function AppHeader(user: {
  readonly name: string;
  readonly email: string;
  readonly theme: Theme;
}) {
  const path = usePathname();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper/95 backdrop-blur-sm">
      <a
        href="#content"
        className="sr-only rounded-lg bg-ink px-3 py-2 text-paper text-sm focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30"
      >
        {SHELL_TEXTS.skipToContent}
      </a>
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 sm:px-6">
        <Link href="/cockpit" className="rounded-md py-1.5">
          <Wordmark />
        </Link>
        <nav
          aria-label={SHELL_TEXTS.mainNavigation}
          className="order-last flex w-full gap-1 sm:order-none sm:w-auto"
        >
          {ROOMS.map(({ href, label }) => {
            const isHere = path === href || path.startsWith(`${href}/`);
            return (
              <Link
                key={href}
                href={href}
                aria-current={isHere ? "page" : undefined}
                className={clsx(
                  "whitespace-nowrap rounded-lg px-3 py-1.5 text-sm max-sm:px-2",
                  isHere ? "bg-curtain-soft font-medium text-curtain" : "text-quiet hover:text-ink",
                )}
              >
                {label}
              </Link>
            );
          })}
        </nav>
        <div className="ml-auto flex items-center gap-3">
          <LiveIndicator />
          <UserMenu {...user} />
        </div>
      </div>
    </header>
  );
}
