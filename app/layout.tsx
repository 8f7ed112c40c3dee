import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { readTheme, THEME_COOKIE } from "@/components/shell/theme";
import { SITE_TEXTS } from "@/components/texts/en/site-texts";
import { readSingleKeys, SINGLE_KEYS_COOKIE } from "@/components/ui/single-keys";
import "./globals.css";

/** Includes the name of the site in every page title. */
export const metadata: Metadata = {
  title: { default: SITE_TEXTS.name, template: SITE_TEXTS.titleTemplate },
  description: SITE_TEXTS.description,
};

/** Shared by all pages. Applies the chosen colour scheme before the first paint, and the choice of shortcuts. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const chosen = await cookies();
  const theme = readTheme(chosen.get(THEME_COOKIE)?.value);
  const singleKeys = readSingleKeys(chosen.get(SINGLE_KEYS_COOKIE)?.value);
  return (
    <html
      lang="en"
      data-theme={theme === "system" ? undefined : theme}
      data-single-keys={singleKeys === "on" ? undefined : singleKeys}
    >
      <body className="min-h-dvh bg-paper font-sans text-ink antialiased">{children}</body>
    </html>
  );
}
