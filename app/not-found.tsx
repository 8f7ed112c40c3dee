import type { Metadata } from "next";
import Link from "next/link";
import { NOT_FOUND_TEXTS } from "@/components/texts/en/not-found-texts";

/** What the browser calls this page. */
export const metadata: Metadata = { title: NOT_FOUND_TEXTS.title };

/** Every address that no page has. */
export default function NotFoundPage() {
  return (
    <main className="mx-auto max-w-3xl px-6 py-20">
      <h1 className="font-serif text-4xl">{NOT_FOUND_TEXTS.title}</h1>
      <p className="mt-4 text-lg text-quiet">{NOT_FOUND_TEXTS.help}</p>
      <p className="mt-5">
        <Link className="underline underline-offset-4" href="/cockpit">
          {NOT_FOUND_TEXTS.link}
        </Link>
      </p>
    </main>
  );
}
