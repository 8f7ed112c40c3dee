import Link from "next/link";
import type { ReactNode } from "react";
import { Wordmark } from "@/components/shell/wordmark";

/** One column to read, with the way back. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="mx-auto flex max-w-3xl items-center justify-between gap-4 px-6 pt-8">
        <Link href="/cockpit" className="rounded-md">
          <Wordmark />
        </Link>
        <nav aria-label="Documentation" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <Link className="underline-offset-4 hover:underline" href="/docs">
            Hand in a document
          </Link>
          <Link className="underline-offset-4 hover:underline" href="/docs/guide">
            Guide
          </Link>
          <a className="underline-offset-4 hover:underline" href="/docs/api">
            API reference
          </a>
        </nav>
      </header>
      <main className="mx-auto max-w-3xl px-6 py-12">{children}</main>
    </>
  );
}
