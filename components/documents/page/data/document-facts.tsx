import type { ReactNode } from "react";
import type { PageClassification } from "@/lib/http/documents/document-page-schemas";
import { actorText } from "../../../texts/en/actor-texts";
import { CORRECTION_TEXTS } from "../../../texts/en/correction-texts";
import { DOCUMENT_PAGE_TEXTS, scoreText } from "../../../texts/en/document-page-texts";
import { formatCount } from "../../../texts/en/format";
import { Fact } from "../document-heading";
import { languageName } from "./format-value";

/** Says how sure processing is of the class or, if a person chose it, who that was and what had been read. */
export function ClassOrigin({ classification }: { readonly classification: PageClassification }) {
  const { score, classSetBy, classRead } = classification;
  return (
    <span className="block text-quiet text-xs">
      {classSetBy ? (
        <>
          <bdi>{CORRECTION_TEXTS.setBy(actorText(classSetBy))}</bdi>
          {" · "}
          <bdi>
            {classRead
              ? CORRECTION_TEXTS.read(classRead.label, scoreText(classRead.score))
              : CORRECTION_TEXTS.nothingRead}
          </bdi>
        </>
      ) : (
        scoreText(score)
      )}
    </span>
  );
}

/** The class, which is the child, and what else is known about the document. */
export function OtherFacts({
  classification,
  children,
}: {
  readonly classification: PageClassification | null;
  readonly children: ReactNode;
}) {
  const { alternatives = [], language, pages, processor } = classification ?? {};
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
      <Fact name={DOCUMENT_PAGE_TEXTS.documentClass}>{children}</Fact>
      {alternatives.length > 0 && (
        <Fact name={DOCUMENT_PAGE_TEXTS.alternatives}>
          <ul>
            {alternatives.map((other) => (
              <li key={other.documentClass}>
                {other.label} <span className="text-quiet text-xs">{scoreText(other.score)}</span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {language && <Fact name={DOCUMENT_PAGE_TEXTS.language}>{languageName(language)}</Fact>}
      {pages != null && <Fact name={DOCUMENT_PAGE_TEXTS.pages}>{formatCount(pages)}</Fact>}
      {processor && (
        <Fact name={DOCUMENT_PAGE_TEXTS.processor}>
          <bdi>{processor}</bdi>
        </Fact>
      )}
    </dl>
  );
}
