import Link from "next/link";
import { DOCUMENT_TEXTS } from "@/components/texts/en/document-texts";

/** Shown for an identifier that no asset and no document has. */
export default function AssetNotFound() {
  return (
    <div className="mx-auto max-w-4xl">
      <h1 className="font-serif text-4xl">{DOCUMENT_TEXTS.notFoundTitle}</h1>
      <p className="mt-3 text-quiet">{DOCUMENT_TEXTS.notFound}</p>
      <p className="mt-5">
        <Link href="/cockpit" className="underline underline-offset-4">
          {DOCUMENT_TEXTS.notFoundLink}
        </Link>
      </p>
    </div>
  );
}
