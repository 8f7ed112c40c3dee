import type { Metadata } from "next";
import type { ReactNode } from "react";
import "./globals.css";

/** The site's name in every title. */
export const metadata: Metadata = {
  title: { default: "Stagedoor", template: "%s · Stagedoor" },
  description: "Documents come in at the stage door.",
};

/** One column, for every page. */
export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body className="min-h-dvh bg-paper font-sans text-ink antialiased">
        <main className="mx-auto max-w-3xl px-6 py-16">{children}</main>
      </body>
    </html>
  );
}
