"use client";

import { Paperclip } from "lucide-react";
import { useId } from "react";
import { isCancelled } from "@/lib/documents/rules/status";
import type {
  PageAttachment,
  PageClassification,
  PageDocument,
} from "@/lib/http/documents/document-page-schemas";
import { withoutAdvice } from "@/lib/processing/rules/formats/failure-texts";
import { useMay } from "../../shell/role-provider";
import { CORRECTION_TEXTS } from "../../texts/en/correction-texts";
import { DOCUMENT_PAGE_TEXTS, noDataText, scoreText } from "../../texts/en/document-page-texts";
import { failureText } from "../../texts/en/failure-texts";
import { findingText } from "../../texts/en/finding-texts";
import { formatCount } from "../../texts/en/format";
import { ROLE_TEXTS } from "../../texts/en/role-texts";
import { Card } from "../../ui/card";
import { Notice } from "../../ui/notice";
import { CorrectableResults } from "./corrections/correctable-results";
import type { Corrections } from "./corrections/use-corrections";
import { ClassOrigin, OtherFacts } from "./data/document-facts";
import { FieldList, type Pointing } from "./data/field-list";
import { languageName } from "./data/format-value";
import { Fact } from "./document-heading";

/** The content of a document: why it failed, what to check, its class and its fields. */
export function DocumentData({
  document,
  corrections,
  onChanged,
  foldsSure = false,
  ...pointing
}: Pointing & {
  readonly document: PageDocument;
  readonly corrections: Corrections;
  readonly onChanged: () => unknown;
  /** Whether values that need no look are folded. */
  readonly foldsSure?: boolean;
}) {
  const { classification, failure, status, file } = document;
  return (
    <Card title={DOCUMENT_PAGE_TEXTS.dataTitle}>
      <div className="flex flex-col gap-5">
        {failure && (
          <FailureNotice
            failure={failure}
            tone={isCancelled({ status, failure }) ? "note" : "alarm"}
          />
        )}
        {!classification && <p className="text-quiet">{noDataText({ status, file })}</p>}
        {classification && <Findings findings={classification.findings} />}
        {corrections.mode ? (
          <CorrectableResults
            document={document}
            corrections={corrections}
            onChanged={onChanged}
            foldsSure={foldsSure}
            {...pointing}
          />
        ) : (
          classification && <Results classification={classification} {...pointing} />
        )}
        {classification && <Attachments attachments={classification.attachments} {...pointing} />}
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
  const mayAct = useMay("reviewer");
  const { title, todo, hasDetail } = failureText(failure.code);
  return (
    <Notice tone={tone} title={title}>
      {hasDetail && <p>{withoutAdvice(failure.message)}</p>}
      {mayAct ? (
        <p>
          <strong className="font-medium">{DOCUMENT_PAGE_TEXTS.failureTodo}</strong> {todo}
        </p>
      ) : (
        <p>{ROLE_TEXTS.failureHelp}</p>
      )}
    </Notice>
  );
}

/** The class and the fields for users who cannot correct them. */
function Results({
  classification,
  ...pointing
}: Pointing & { readonly classification: PageClassification }) {
  const { fields, absent, label } = classification;
  return (
    <>
      <OtherFacts classification={classification}>
        <span className="font-medium">{label}</span>
        <ClassOrigin classification={classification} />
      </OtherFacts>
      <div>
        <h3 className="font-medium">{DOCUMENT_PAGE_TEXTS.fieldsTitle}</h3>
        <p className="mb-2 text-quiet text-sm">
          {fields.length === 0 ? DOCUMENT_PAGE_TEXTS.noFields : DOCUMENT_PAGE_TEXTS.fieldsHint}
        </p>
        {fields.length > 0 && <FieldList fields={fields} {...pointing} />}
        {absent.length > 0 && (
          <p className="mt-2 text-sm">
            <span className="text-quiet">{`${CORRECTION_TEXTS.absent}:`}</span>{" "}
            <bdi>{absent.map((field) => field.label).join(", ")}</bdi>
          </p>
        )}
      </div>
    </>
  );
}

function Attachments({
  attachments,
  ...pointing
}: Pointing & Pick<PageClassification, "attachments">) {
  const titleId = useId();
  if (attachments.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="border-line border-t pt-5">
      <h3 id={titleId} className="font-medium">
        {DOCUMENT_PAGE_TEXTS.attachmentsTitle}
      </h3>
      <p className="text-quiet text-sm">{DOCUMENT_PAGE_TEXTS.attachmentsHelp}</p>
      <ul className="mt-4 flex flex-col gap-6">
        {attachments.map((attachment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several attachments may have the same name.
          <Attachment key={index} attachment={attachment} index={index} {...pointing} />
        ))}
      </ul>
    </section>
  );
}

function Attachment({
  attachment: { name, label, score, language, pages, fields, findings },
  index,
  ...pointing
}: Pointing & { readonly attachment: PageAttachment; readonly index: number }) {
  return (
    <li className="flex flex-col gap-3">
      <h4 className="wrap-anywhere flex items-start gap-2 font-medium">
        <Paperclip aria-hidden className="mt-1 size-4 shrink-0 text-quiet" />
        <bdi>{name}</bdi>
      </h4>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name={DOCUMENT_PAGE_TEXTS.documentClass}>
          <span className="font-medium">{label}</span>
          <span className="block text-quiet text-xs">{scoreText(score)}</span>
        </Fact>
        {language && <Fact name={DOCUMENT_PAGE_TEXTS.language}>{languageName(language)}</Fact>}
        {pages !== null && <Fact name={DOCUMENT_PAGE_TEXTS.pages}>{formatCount(pages)}</Fact>}
      </dl>
      <Findings findings={findings} />
      {fields.length === 0 ? (
        <p className="text-quiet text-sm">{DOCUMENT_PAGE_TEXTS.noFields}</p>
      ) : (
        <FieldList
          fields={fields}
          label={DOCUMENT_PAGE_TEXTS.fieldsOf(name)}
          attachment={index}
          {...pointing}
        />
      )}
    </li>
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
