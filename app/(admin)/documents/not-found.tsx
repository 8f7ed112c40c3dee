import Link from "next/link";
import { DOCUMENT_PAGE_TEXTS } from "@/components/texts/en/document-page-texts";

/** Shown for a document that does not exist. */
export default function DocumentNotFound() {
  return (
    <div className="mx-auto max-w-4xl">
      <h1 className="font-serif text-4xl">{DOCUMENT_PAGE_TEXTS.notFoundTitle}</h1>
      <p className="mt-3 text-quiet">{DOCUMENT_PAGE_TEXTS.notFound}</p>
      <p className="mt-5">
        <Link href="/cockpit" className="underline underline-offset-4">
          {DOCUMENT_PAGE_TEXTS.notFoundLink}
        </Link>
      </p>
    </div>
  );
}
