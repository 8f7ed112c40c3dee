import { clsx } from "clsx";
import Link from "next/link";
import { isCancelled, STATUS } from "@/lib/documents/rules/status";
import type { DocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { withoutAdvice } from "@/lib/processing/rules/formats/failure-texts";
import { documentPath } from "../shell/addresses";
import { useMay } from "../shell/role-provider";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { formatBytes } from "../texts/en/format";
import { LocalTime } from "../ui/local-time";
import { Skeleton } from "../ui/skeleton";
import { useDocumentUpload } from "../uploads/uploads-provider";
import { DocumentActions } from "./document-actions";
import { DocumentStatus } from "./document-status";
import type { ListedDocument } from "./use-asset-documents";

const { columns } = DOCUMENT_TEXTS;
/** On phones, a row becomes a card with its cells stacked. */
const ROW =
  "grid grid-cols-[1fr_auto] gap-x-3 gap-y-2 border-line border-t px-4 py-3 first:border-t-0 sm:table-row sm:px-0";
const CELL = "sm:border-line sm:border-t sm:px-4 sm:py-3 sm:align-middle";

/** A table of documents; `rows` is null while they load for the first time. */
export function DocumentList({
  assetName,
  rows,
  newSince,
  onChanged,
}: {
  readonly assetName: string;
  readonly rows: readonly ListedDocument[] | null;
  /** Documents that others uploaded after this time are marked as new; null to mark none. */
  readonly newSince: string | null;
  readonly onChanged: () => void;
}) {
  return (
    <table className="block w-full rounded-tile border border-line bg-surface text-sm shadow-tile sm:table sm:border-separate sm:border-spacing-0 sm:overflow-hidden">
      <caption className="sr-only">{DOCUMENT_TEXTS.caption(assetName)}</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="whitespace-nowrap text-left text-quiet text-xs">
          <th scope="col" className="px-4 py-2.5 font-medium sm:w-[48%]">
            {columns.name}
          </th>
          <th scope="col" className="px-4 py-2.5 font-medium">
            {columns.status}
          </th>
          <th scope="col" className="px-4 py-2.5 font-medium">
            {columns.time}
          </th>
          <th scope="col" className="px-4 py-2.5 text-right font-medium">
            {columns.size}
          </th>
          <th scope="col" className="px-4 py-2.5">
            <span className="sr-only">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {rows === null
          ? PLACES.map((place) => <PlaceHolder key={place} />)
          : rows.map((row) => (
              <Row
                key={row.uuid}
                document={row}
                isNew={newSince !== null && row.createdAt > newSince && !row.isOwn}
                onChanged={onChanged}
              />
            ))}
      </tbody>
    </table>
  );
}

const PLACES = ["first", "second", "third", "fourth"] as const;

function Row({
  document,
  isNew,
  onChanged,
}: {
  readonly document: DocumentRow;
  readonly isNew: boolean;
  readonly onChanged: () => void;
}) {
  return (
    <tr className={ROW}>
      <th scope="row" className={`${CELL} text-left font-normal`}>
        <DocumentName document={document} isNew={isNew} />
      </th>
      <td className={`${CELL} row-start-2 sm:whitespace-nowrap`}>
        <DocumentStatus document={document} />
        <Expiry document={document} />
      </td>
      <td className={`${CELL} row-start-3 text-quiet text-xs sm:whitespace-nowrap sm:text-sm`}>
        <LocalTime at={document.createdAt} />
      </td>
      <td
        className={`${CELL} row-start-3 text-right text-quiet text-xs tabular-nums sm:whitespace-nowrap sm:text-sm`}
      >
        {document.size === null ? DOCUMENT_TEXTS.noSize : formatBytes(document.size)}
      </td>
      <td className={`${CELL} col-start-2 row-start-1`}>
        <DocumentActions document={document} onChanged={onChanged} />
      </td>
    </tr>
  );
}

/** Says when the upload link of a document expires, except to the user who is uploading the file. */
function Expiry({
  document: { uuid, status, uploadExpiresAt },
}: {
  readonly document: DocumentRow;
}) {
  const isMine = useDocumentUpload(uuid, status) !== null;
  if (status !== STATUS.waitingForUpload || !uploadExpiresAt || isMine) return null;
  return (
    <p className="mt-1 text-quiet text-xs">
      {DOCUMENT_TEXTS.expires} <LocalTime at={uploadExpiresAt} />
    </p>
  );
}

function PlaceHolder() {
  return (
    <tr className={ROW}>
      <td className={CELL} colSpan={5}>
        <Skeleton className="h-9" />
      </td>
    </tr>
  );
}

/**
 * A document's name and folder, whether it is new to the reader, and why it failed. Always as wide as its column, because
 * some names, such as a letter under many stacked accents, cannot be broken across lines.
 */
function DocumentName({
  document,
  isNew,
}: {
  readonly document: DocumentRow;
  readonly isNew: boolean;
}) {
  const { uuid, name, folder, failure } = document;
  const mayAct = useMay("reviewer");
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
          className="underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
        >
          <bdi title={name}>{name}</bdi>
        </Link>
      </p>
      {failure && (
        <p className={clsx("mt-1 text-sm", isCancelled(document) ? "text-quiet" : "text-alarm")}>
          {mayAct ? failure.message : withoutAdvice(failure.message)}
        </p>
      )}
    </div>
  );
}
