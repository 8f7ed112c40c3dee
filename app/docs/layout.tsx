import Link from "next/link";
import type { ReactNode } from "react";
import { Wordmark } from "@/components/shell/wordmark";
import { DOCUMENTATION_TEXTS } from "@/components/texts/en/documentation-texts";

/** The layout of the documentation: a single column of text with a link back, as wide as its content needs. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="mx-auto flex max-w-3xl flex-wrap items-center justify-between gap-x-6 gap-y-3 px-6 pt-8 has-[~main>[data-wide]]:max-w-300">
        <Link href="/cockpit" prefetch={false} className="rounded-md">
          <Wordmark />
        </Link>
        <nav
          aria-label={DOCUMENTATION_TEXTS.navigation}
          className="flex flex-wrap gap-x-5 gap-y-1 text-sm"
        >
          <Link className="underline-offset-4 hover:underline" href="/docs" prefetch={false}>
            {DOCUMENTATION_TEXTS.uploads}
          </Link>
          <Link className="underline-offset-4 hover:underline" href="/docs/guide" prefetch={false}>
            {DOCUMENTATION_TEXTS.guide}
          </Link>
          <a className="underline-offset-4 hover:underline" href="/docs/api">
            {DOCUMENTATION_TEXTS.apiReference}
          </a>
        </nav>
      </header>
      <main className="mx-auto max-w-3xl px-6 py-12 has-[>[data-wide]]:max-w-300">{children}</main>
    </>
  );
}
