"use client";

import { BookOpen, CircleUser, KeyRound, LogOut } from "lucide-react";
import { useState } from "react";
import type { Role } from "@/lib/kernel/rules/roles";
import { CALL_TEXTS } from "../texts/en/call-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { Button } from "../ui/button";
import { Menu, MenuChoices, MenuItem, MenuLine, MenuLink, MenuNote } from "../ui/menu";
import { type Toasts, useToasts } from "../ui/toast";
import { THEME_COOKIE, THEMES, type Theme } from "./theme";

const A_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Whose session it is, what they can do with it, and their choice of colours. */
export function UserMenu({
  name,
  email,
  role,
  theme: givenTheme,
}: {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly theme: Theme;
}) {
  const [theme, setTheme] = useState(givenTheme);
  const toasts = useToasts();
  const choose = (chosen: Theme) => {
    setTheme(chosen);
    applyTheme(chosen);
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
        {SHELL_TEXTS.changePassword}
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
      <MenuItem onSelect={() => void leave(toasts)}>
        <LogOut aria-hidden />
        {SHELL_TEXTS.signOut}
      </MenuItem>
    </Menu>
  );
}

/** At once here, and in every later answer of the server. */
function applyTheme(theme: Theme): void {
  const { documentElement } = document;
  if (theme === "system") delete documentElement.dataset.theme;
  else documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${A_YEAR_SECONDS}; samesite=lax`;
}

async function leave(toasts: Toasts): Promise<void> {
  try {
    // Loaded when it is needed: the first load of every page is lighter without it.
    const { signOut } = await import("next-auth/react");
    await signOut({ redirect: false });
    window.location.assign("/login?after=signed-out");
  } catch {
    // Whatever it was, somebody who leaves a shared computer must not believe that they are signed out.
    toasts.failed(SHELL_TEXTS.notSignedOut, CALL_TEXTS.noAnswer);
  }
}
