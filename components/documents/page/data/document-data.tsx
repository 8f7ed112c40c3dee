"use client";

import { isCancelled } from "@/lib/documents/rules/is-cancelled";
import type { PageClassification, PageDocument } from "@/lib/http/documents/document-page-schemas";
import { DOCUMENT_PAGE_TEXTS, noDataText, scoreText } from "../../../texts/en/document-page-texts";
import { failureText } from "../../../texts/en/failure-texts";
import { findingText } from "../../../texts/en/finding-texts";
import { formatCount } from "../../../texts/en/format";
import { Card } from "../../../ui/card";
import { Notice } from "../../../ui/notice";
import { Fact } from "../fact";
import { FieldList, type Pointing } from "./field-list";
import { languageName } from "./format-value";

/** The content of a document: why it failed, what to check, its class and its fields. */
export function DocumentData({
  document: { classification, failure, status, file },
  ...pointing
}: Pointing & { readonly document: PageDocument }) {
  return (
    <Card title={DOCUMENT_PAGE_TEXTS.dataTitle}>
      <div className="flex flex-col gap-5">
        {failure && (
          <FailureNotice
            failure={failure}
            tone={isCancelled({ status, failure }) ? "note" : "alarm"}
          />
        )}
        {classification ? (
          <Classification classification={classification} {...pointing} />
        ) : (
          <p className="text-quiet">{noDataText({ status, file })}</p>
        )}
      </div>
    </Card>
  );
}

function FailureNotice({
  failure,
  tone,
}: {
  readonly failure: NonNullable<PageDocument["failure"]>;
  readonly tone: "note" | "alarm";
}) {
  const { title, todo, hasDetail } = failureText(failure.code);
  return (
    <Notice tone={tone} title={title}>
      {hasDetail && <p>{failure.message}</p>}
      <p>
        <strong className="font-medium">{DOCUMENT_PAGE_TEXTS.failureTodo}</strong> {todo}
      </p>
    </Notice>
  );
}

function Classification({
  classification,
  ...pointing
}: Pointing & { readonly classification: PageClassification }) {
  const { fields, findings } = classification;
  return (
    <>
      <Findings findings={findings} />
      <Facts classification={classification} />
      <div>
        <h3 className="font-medium">{DOCUMENT_PAGE_TEXTS.fieldsTitle}</h3>
        <p className="mb-2 text-quiet text-sm">
          {fields.length === 0 ? DOCUMENT_PAGE_TEXTS.noFields : DOCUMENT_PAGE_TEXTS.fieldsHint}
        </p>
        {fields.length > 0 && <FieldList fields={fields} {...pointing} />}
      </div>
    </>
  );
}

function Findings({ findings }: Pick<PageClassification, "findings">) {
  if (findings.length === 0) return null;
  return (
    <Notice tone="wait" title={DOCUMENT_PAGE_TEXTS.findingsTitle}>
      <ul className="mt-1 flex flex-col gap-2">
        {findings.map((finding) => {
          const { title, todo } = findingText(finding);
          return (
            <li key={`${finding.code} ${JSON.stringify(finding.parameters)}`}>
              <span className="font-medium">{`${title}.`}</span> {todo}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

function Facts({ classification }: { readonly classification: PageClassification }) {
  const { label, score, alternatives, language, pages, processor } = classification;
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
      <Fact name={DOCUMENT_PAGE_TEXTS.documentClass}>
        <span className="font-medium">{label}</span>
        <span className="block text-quiet text-xs">{scoreText(score)}</span>
      </Fact>
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
      {pages !== null && <Fact name={DOCUMENT_PAGE_TEXTS.pages}>{formatCount(pages)}</Fact>}
      <Fact name={DOCUMENT_PAGE_TEXTS.processor}>
        <bdi>{processor}</bdi>
      </Fact>
    </dl>
  );
}
