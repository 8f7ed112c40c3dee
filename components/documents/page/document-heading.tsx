import { Download } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { PageDocument } from "@/lib/http/documents/document-page-schemas";
import { documentPath } from "../../shell/addresses";
import { actorText } from "../../texts/en/actor-texts";
import { deletionLabel } from "../../texts/en/deletion-texts";
import { DOCUMENT_PAGE_TEXTS } from "../../texts/en/document-page-texts";
import { formatBytes } from "../../texts/en/format";
import { TIMELINE_TEXTS } from "../../texts/en/timeline-texts";
import { BackLink } from "../../ui/back-link";
import { buttonLook } from "../../ui/button";
import { LocalTime } from "../../ui/local-time";
import { Notice } from "../../ui/notice";
import { assetDocumentsPath } from "../asset-documents-query";
import { DocumentStatus } from "../document-status";

/** The document's name, where it belongs, why it was deleted, and whether the same file was uploaded before. */
export function DocumentHeading({
  document,
  actions,
}: {
  readonly document: PageDocument;
  readonly actions: ReactNode;
}) {
  const { uuid, name, folder, assetIdentifier, assetName, hasContent } = document;
  const place = assetDocumentsPath({ identifier: assetIdentifier });
  return (
    <div>
      <BackLink href={place} label={assetName ?? assetIdentifier} />
      {folder && (
        <p className="mt-3 overflow-x-clip text-quiet text-sm">
          <bdi>{folder}</bdi>
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="min-w-0 overflow-x-clip font-serif text-4xl">
          <bdi>{name}</bdi>
        </h1>
        <DocumentStatus document={document} />
        {hasContent && (
          <a
            href={`/api/cockpit/documents/${uuid}/content`}
            className={`${buttonLook()} sm:ml-auto`}
          >
            <Download aria-hidden />
            {DOCUMENT_PAGE_TEXTS.download}
          </a>
        )}
      </div>
      <Facts document={document} />
      <Notices document={document} />
      <div className="mt-5">{actions}</div>
    </div>
  );
}

function Facts({ document }: { readonly document: PageDocument }) {
  const { assetIdentifier, assetName, file, createdAt, createdBy } = document;
  const place = assetDocumentsPath({ identifier: assetIdentifier });
  return (
    <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3 text-sm">
      <Fact name={DOCUMENT_PAGE_TEXTS.asset}>
        <Link
          href={place}
          prefetch={false}
          className="inline-block min-h-6 underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
        >
          <bdi className="font-mono">{assetIdentifier}</bdi>
        </Link>{" "}
        <span className="text-quiet">
          {assetName === null ? DOCUMENT_PAGE_TEXTS.noAsset : <bdi>{assetName}</bdi>}
        </span>
      </Fact>
      <Fact name={DOCUMENT_PAGE_TEXTS.size}>
        {file ? formatBytes(file.size) : DOCUMENT_PAGE_TEXTS.noSize}
      </Fact>
      <Fact name={DOCUMENT_PAGE_TEXTS.added}>
        <LocalTime at={createdAt} /> <bdi>{TIMELINE_TEXTS.by(actorText(createdBy))}</bdi>
      </Fact>
    </dl>
  );
}

function Notices({
  document: { duplicateOf, file, deletion },
}: {
  readonly document: PageDocument;
}) {
  return (
    <>
      {deletion && (
        <Notice
          className="mt-4"
          tone="note"
          title={DOCUMENT_PAGE_TEXTS.deletedTitle(deletionLabel(deletion.reason))}
        >
          {deletion.note && (
            <p className="wrap-anywhere">
              <bdi className="whitespace-pre-wrap">{deletion.note}</bdi>
            </p>
          )}
          <p>
            <LocalTime at={deletion.at} /> <bdi>{TIMELINE_TEXTS.by(actorText(deletion.actor))}</bdi>
          </p>
        </Notice>
      )}
      {duplicateOf && (
        <Notice className="mt-4" tone="note" title={DOCUMENT_PAGE_TEXTS.duplicateTitle}>
          <p>
            {DOCUMENT_PAGE_TEXTS.duplicateHelp}{" "}
            <Link
              href={documentPath(duplicateOf.uuid)}
              prefetch={false}
              className="underline underline-offset-4"
            >
              <bdi>{duplicateOf.name}</bdi>
            </Link>
          </p>
        </Notice>
      )}
      {file?.erasedAt && (
        <Notice className="mt-4" tone="note" title={DOCUMENT_PAGE_TEXTS.erasedTitle}>
          <p>{DOCUMENT_PAGE_TEXTS.erasedHelp}</p>
        </Notice>
      )}
    </>
  );
}

/** A fact in a list: its name and its value. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-quiet text-xs">{name}</dt>
      <dd className="mt-0.5 tabular-nums">{children}</dd>
    </div>
  );
}
