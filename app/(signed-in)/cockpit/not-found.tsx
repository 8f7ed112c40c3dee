import { Suspense } from "react";
import { SearchForAsset } from "@/components/assets/search-for-asset";
import { MissingPage } from "@/components/shell/missing-page";
import { DOCUMENT_TEXTS as TEXTS } from "@/components/texts/en/document-texts";

/** Shown for an identifier that no asset or document has. */
export default function AssetNotFound() {
  return (
    <MissingPage
      title={TEXTS.notFoundTitle}
      help={TEXTS.notFound}
      ways={[{ href: "/cockpit", label: TEXTS.notFoundLink }]}
    >
      <Suspense>
        <SearchForAsset />
      </Suspense>
    </MissingPage>
  );
}
