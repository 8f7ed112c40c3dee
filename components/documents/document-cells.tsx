import { clsx } from "clsx";
import Link from "next/link";
import type { ReactNode } from "react";
import { isCancelled, STATUS } from "@/lib/documents/rules/status";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { withoutAdvice } from "@/lib/processing/rules/formats/failure-texts";
import { documentPath } from "../shell/addresses";
import { useMay } from "../shell/role-provider";
import { deletionText } from "../texts/en/deletion-texts";
import { DOCUMENT_LIST_TEXTS } from "../texts/en/document-list-texts";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { findingLabel } from "../texts/en/finding-texts";
import { LocalTime } from "../ui/local-time";
import { useDocumentUpload } from "../uploads/uploads-provider";
import { type DocumentsQuery, documentsPath } from "./documents-query";
import { Excerpt, Marked, nameParts } from "./marked-text";
import { currencyOf, formatValue } from "./page/data/format-value";
import type { ListedDocument } from "./use-documents";

/** Chooses filters or another order. What is typed adds nothing to the browser's history. */
export type ChooseDocuments = (
  changes: Partial<DocumentsQuery>,
  options?: { readonly isTyped?: boolean },
) => void;

/**
 * A document's name and folder, whether it is new to the reader, and why it failed or was deleted. Always as wide as its
 * column, because some names, such as a letter under many stacked accents, cannot be broken across lines.
 */
export function DocumentName({
  document,
  isNew,
}: {
  readonly document: ListedDocument;
  readonly isNew: boolean;
}) {
  const { uuid, name, folder, failure, deletion, match } = document;
  const mayAct = useMay("reviewer");
  const whyDeleted = deletion && deletionText(deletion);
  return (
    <div className="contain-inline-size overflow-x-clip">
      {folder && (
        <p className="text-xs text-quiet" title={folder}>
          <bdi>{folder}</bdi>
        </p>
      )}
      <p className="line-clamp-3 font-medium">
        {isNew && (
          <span className="mr-2 inline-block rounded-full bg-curtain px-2 text-on-curtain text-xs leading-5">
            {DOCUMENT_TEXTS.isNew}
          </span>
        )}
        <Link
          href={documentPath(uuid)}
          prefetch={false}
          data-row-focus
          className="scroll-mt-[calc(var(--header-height)+4rem)] scroll-mb-40 underline max-sm:scroll-mb-64 decoration-edge/60 underline-offset-4 hover:decoration-ink"
        >
          <bdi title={name}>
            <Marked parts={nameParts(name, match)} />
          </bdi>
        </Link>
      </p>
      <Excerpt name={name} match={match} />
      <Hints document={document} />
      {failure && (
        <p className={clsx("mt-1 text-sm", isCancelled(document) ? "text-quiet" : "text-alarm")}>
          {mayAct ? failure.message : withoutAdvice(failure.message)}
        </p>
      )}
      {whyDeleted && (
        <p className="mt-1 line-clamp-3 text-quiet text-sm" title={whyDeleted}>
          <bdi>{whyDeleted}</bdi>
        </p>
      )}
    </div>
  );
}

/** What else to know before opening a document: that it may be a duplicate, and how much needs a look. */
function Hints({
  document: { findings, isDuplicate },
}: {
  readonly document: Pick<ListedDocument, "findings" | "isDuplicate">;
}) {
  const hints = [
    ...(isDuplicate ? [DOCUMENT_LIST_TEXTS.duplicate] : []),
    ...findings.map(findingLabel),
  ];
  if (hints.length === 0) return null;
  return <p className="text-wait text-xs">{hints.join(" · ")}</p>;
}

/** The content of a cell that filters the list by it when it is pressed; only the content in the list of one asset. */
export function FilterLink({
  by,
  children,
}: {
  readonly by: {
    readonly query: DocumentsQuery;
    readonly onChoose: ChooseDocuments;
    readonly changes: Partial<DocumentsQuery>;
  } | null;
  readonly children: ReactNode;
}) {
  if (!by) return children;
  const { query, onChoose, changes } = by;
  return (
    <a
      href={documentsPath({ ...query, ...changes })}
      title={DOCUMENT_LIST_TEXTS.filterByThis}
      className="inline-block min-h-6 max-w-full decoration-edge/60 underline-offset-4 hover:underline"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onChoose(changes);
      }}
    >
      {children}
    </a>
  );
}

/** The values that say most about a document of its class. */
export function Values({ values }: { readonly values: ListedDocument["values"] }) {
  if (values.length === 0) return null;
  const currency = currencyOf(values);
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs">
      {values.map((value) => (
        <li key={value.name} className="max-w-full truncate">
          <span className="text-quiet">{value.label}</span>{" "}
          <bdi>{formatValue(value, currency)}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Says when the upload link of a document expires, except to the user who is uploading the file. */
export function Expiry({
  document: { uuid, status, uploadExpiresAt },
}: {
  readonly document: DocumentRow;
}) {
  const isMine = useDocumentUpload(uuid, status) !== null;
  if (status !== STATUS.waitingForUpload || !uploadExpiresAt || isMine) return null;
  return (
    <p className="mt-1 whitespace-normal text-quiet text-xs">
      {DOCUMENT_TEXTS.expires} <LocalTime at={uploadExpiresAt} />
    </p>
  );
}
