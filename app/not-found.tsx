import type { Metadata } from "next";
import Link from "next/link";

/** What the browser calls this page. */
export const metadata: Metadata = { title: "Nothing here" };

/** Every address that no page has. */
export default function NotFoundPage() {
  return (
    <>
      <h1 className="text-3xl font-semibold tracking-tight">There is nothing here</h1>
      <p className="mt-4 text-lg text-quiet">
        Compare the address with where it came from, or begin at the{" "}
        <Link className="underline" href="/">
          first page
        </Link>
        .
      </p>
    </>
  );
}
