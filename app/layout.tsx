import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { readTheme, THEME_COOKIE } from "@/components/shell/theme";
import { SITE_TEXTS } from "@/components/texts/en/site-texts";
import "./globals.css";

/** Includes the name of the site in every page title. */
export const metadata: Metadata = {
  title: { default: SITE_TEXTS.name, template: SITE_TEXTS.titleTemplate },
  description: SITE_TEXTS.description,
};

/** Shared by all pages. Applies the chosen colour scheme before the first paint. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <body className="min-h-dvh bg-paper font-sans text-ink antialiased">{children}</body>
    </html>
  );
}
