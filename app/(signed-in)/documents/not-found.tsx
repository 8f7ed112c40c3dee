import { MissingPage } from "@/components/shell/missing-page";
import { DOCUMENT_PAGE_TEXTS as TEXTS } from "@/components/texts/en/document-page-texts";

/** Shown for a document that does not exist. */
export default function DocumentNotFound() {
  return (
    <MissingPage
      title={TEXTS.notFoundTitle}
      help={TEXTS.notFound}
      ways={[{ href: "/cockpit", label: TEXTS.notFoundLink }]}
    />
  );
}
