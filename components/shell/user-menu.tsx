"use client";

import { BookOpen, CircleUser, KeyRound, LogOut } from "lucide-react";
import { useState } from "react";
import type { Role } from "@/lib/kernel/rules/roles";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { SHELL_TEXTS } from "../texts/en/shell-texts";
import { Button } from "../ui/button";
import { Menu, MenuChoices, MenuItem, MenuLine, MenuLink, MenuNote } from "../ui/menu";
import { useToasts } from "../ui/toast";
import { leave } from "./leave";
import { THEME_COOKIE, THEMES, type Theme } from "./theme";

const A_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The signed-in user, the links for their account, and their choice of colours. */
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
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${A_YEAR_SECONDS}; samesite=lax`;
}
