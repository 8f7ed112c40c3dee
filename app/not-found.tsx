import type { Metadata } from "next";
import Link from "next/link";

/** What the browser calls this page. */
export const metadata: Metadata = { title: "Nothing here" };

/** Every address that no page has. */
export default function NotFoundPage() {
  return (
    <main className="mx-auto max-w-3xl px-6 py-20">
      <h1 className="font-serif text-4xl">There is nothing here</h1>
      <p className="mt-4 text-lg text-quiet">
        Compare the address with where it came from, or begin in the{" "}
        <Link className="underline" href="/cockpit">
          cockpit
        </Link>
        .
      </p>
    </main>
  );
}
