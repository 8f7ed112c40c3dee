"use client";

import { clsx } from "clsx";
import { BookOpen, CircleUser, KeyRound, LogOut } from "lucide-react";
import Link from "next/link";
import { type MouseEvent, type ReactNode, useState } from "react";
import type { Role } from "@/lib/kernel/rules/actor";
import { useLiveState } from "../live/live-provider";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { Button } from "../ui/button";
import { Menu, MenuChoices, MenuItem, MenuLine, MenuLink, MenuNote } from "../ui/menu";
import { SINGLE_KEYS, SINGLE_KEYS_COOKIE, type SingleKeys } from "../ui/single-keys";
import { useToasts } from "../ui/toast";
import { leave } from "./leave";
import { NavigationLinks, type PageLink } from "./navigation-link";
import { THEME_COOKIE, THEMES, type Theme } from "./theme";
import { Wordmark } from "./wordmark";

/** The header of every page: the navigation, the live indicator and the user menu. Messages appear below it. */
export function AppHeader({
  links,
  alert,
  search,
  ...user
}: {
  /** The links of the navigation. */
  readonly links: readonly PageLink[];
  /** A warning shown in the navigation. */
  readonly alert: ReactNode;
  /** The button that opens the search. */
  readonly search: ReactNode;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly theme: Theme;
  readonly singleKeys: SingleKeys;
}) {
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
          <NavigationLinks links={links} />
          {alert}
        </nav>
        <div className="ml-auto flex items-center gap-3">
          <LiveIndicator />
          {search}
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

const DOTS = {
  connecting: "bg-edge animate-pulse",
  live: "bg-go",
  polling: "bg-wait",
  replaced: "bg-wait",
  offline: "bg-alarm",
  "signed-out": "bg-alarm",
} as const;

/**
 * Shows whether the page updates live. Screen readers announce only that the connection was lost, because returning to a
 * tab is not worth announcing.
 */
function LiveIndicator() {
  const state = useLiveState();
  return (
    <span
      title={SHELL_TEXTS.live.hints[state]}
      className="inline-flex items-center gap-2 text-xs text-quiet"
    >
      <span aria-hidden className={clsx("size-2 rounded-full", DOTS[state])} />
      {SHELL_TEXTS.live[state]}
      <span role="status" className="sr-only">
        {(state === "polling" || state === "replaced" || state === "offline") &&
          SHELL_TEXTS.live.hints[state]}
      </span>
    </span>
  );
}

/** A link that moves the focus past the header, visible while it has the focus. */
function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to a place on the page, and works before the page's script has loaded
    <a
      href="#content"
      onClick={focusContent}
      className="sr-only rounded-lg bg-ink px-3 py-2 text-paper text-sm focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30"
    >
      {SHELL_TEXTS.skipToContent}
    </a>
  );
}

/**
 * The browser alone would leave the focus on no element, which FocusKeeper takes for a loss and brings back to the link.
 * The content stays focusable only while it has the focus: otherwise, each click on an empty part would focus it.
 */
function focusContent(event: MouseEvent<HTMLAnchorElement>): void {
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  const content = document.querySelector<HTMLElement>(event.currentTarget.hash);
  if (!content || opensElsewhere) return;
  const onBlur = () => {
    // The window lost the focus, and returns it to the content later.
    if (document.activeElement === content) return;
    content.removeAttribute("tabindex");
    content.removeEventListener("blur", onBlur);
  };
  content.tabIndex = -1;
  content.addEventListener("blur", onBlur);
  content.focus();
}

const A_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The signed-in user, the links for their account, and their choices of colours and shortcuts. */
function UserMenu({
  name,
  email,
  role,
  theme: givenTheme,
  singleKeys: givenKeys,
}: {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly theme: Theme;
  readonly singleKeys: SingleKeys;
}) {
  const [theme, setTheme] = useState(givenTheme);
  const [singleKeys, setSingleKeys] = useState(givenKeys);
  const toasts = useToasts();
  const choose = (chosen: Theme) => {
    setTheme(chosen);
    applyTheme(chosen);
  };
  const chooseKeys = (chosen: SingleKeys) => {
    setSingleKeys(chosen);
    document.documentElement.dataset.singleKeys = chosen;
    keepChoice(SINGLE_KEYS_COOKIE, chosen);
  };
  return (
    <Menu
      trigger={
        <Button tone="quiet" size="icon" aria-label={SHELL_TEXTS.accountMenu(name)}>
          <CircleUser aria-hidden className="size-5!" />
        </Button>
      }
    >
      <MenuNote>{SHELL_TEXTS.signedInAs(email, ROLE_TEXTS.names[role])}</MenuNote>
      <MenuLine />
      <MenuLink href="/account">
        <KeyRound aria-hidden />
        {SHELL_TEXTS.ownAccount}
      </MenuLink>
      <MenuLink href="/docs">
        <BookOpen aria-hidden />
        {SHELL_TEXTS.documentation}
      </MenuLink>
      <MenuLine />
      <MenuChoices
        label={SHELL_TEXTS.colours}
        value={theme}
        choices={THEMES.map((value) => ({ value, label: SHELL_TEXTS.themes[value] }))}
        onChoose={choose}
      />
      <MenuLine />
      <MenuChoices
        label={SHELL_TEXTS.singleKeys}
        value={singleKeys}
        choices={SINGLE_KEYS.map((value) => ({ value, label: SHELL_TEXTS.onOrOff[value] }))}
        onChoose={chooseKeys}
      />
      <MenuLine />
      <MenuItem onSelect={() => void leave(toasts)}>
        <LogOut aria-hidden />
        {SHELL_TEXTS.signOut}
      </MenuItem>
    </Menu>
  );
}

/** Applies a theme immediately, and sets a cookie for later pages. */
function applyTheme(theme: Theme): void {
  const { documentElement } = document;
  if (theme === "system") delete documentElement.dataset.theme;
  else documentElement.dataset.theme = theme;
  keepChoice(THEME_COOKIE, theme);
}

/** Keeps a choice for later pages of this browser. */
function keepChoice(cookie: string, choice: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${cookie}=${choice}; path=/; max-age=${A_YEAR_SECONDS}; samesite=lax`;
}
