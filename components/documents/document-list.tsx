import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useMemo } from "react";
import type { Status } from "@/lib/documents/rules/status";
import { BULK_TEXTS } from "../texts/en/bulk-texts";
import { DOCUMENT_LIST_TEXTS } from "../texts/en/document-list-texts";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { formatBytes } from "../texts/en/format";
import { type ListPlace, useListPlace } from "../ui/list-place";
import { LocalTime } from "../ui/local-time";
import { Skeleton } from "../ui/skeleton";
import { useVirtualRows } from "../ui/use-virtual-rows";
import type { ListSelection, Selection } from "./bulk/selection";
import { DocumentActions } from "./document-actions";
import { type ChooseDocuments, DocumentName, Expiry, FilterLink, Values } from "./document-cells";
import { DocumentStatus } from "./document-status";
import { type DocumentSort, type DocumentsQuery, sortedBy } from "./documents-query";
import type { Documents, ListedDocument } from "./use-documents";

const { columns } = DOCUMENT_LIST_TEXTS;
/** On phones, a row becomes a card with its cells stacked, beside the checkbox if there is one. */
const ROW = "grid gap-x-3 gap-y-1 border-line border-b px-4 py-3 sm:table-row sm:px-0";
const COLUMNS = "grid-cols-[1fr_auto]";
const COLUMNS_WITH_CHECKBOX = "grid-cols-[auto_1fr_auto]";
const CELL = "sm:border-line sm:border-b sm:px-3 sm:py-1.5 sm:align-middle";
const SHOWN_HEAD =
  "border-line border-b bg-surface px-4 py-2.5 font-medium sm:sticky sm:top-(--header-height) sm:z-10 sm:px-3";
/** On phones, a heading is only visible while its button has the focus. */
const HEAD = `${SHOWN_HEAD} max-sm:not-focus-within:sr-only`;
/** On phones, all columns but the one with the checkbox. */
const WIDE = "-col-start-3 -col-end-1";
/** A larger target than the box itself, for fingers. */
const CHECKBOX = "-m-3 p-3";
const ROW_HEIGHT_PX = 56;

interface ListParts {
  readonly caption: string;
  readonly documents: Documents;
  /** The number of documents in all pages; null if it is not known exactly. */
  readonly total: number | null;
  /** Documents that others uploaded after this time are marked as new; null to mark none. */
  readonly newSince: string | null;
  readonly onChanged: () => void;
  /** The path of the view, under which the place in the list is remembered. */
  readonly path: string;
  /** In the list of all documents, cells filter and headings sort; null in the list of one asset. */
  readonly choice: { readonly query: DocumentsQuery; readonly onChoose: ChooseDocuments } | null;
  /** null for users who cannot change documents. */
  readonly selecting: ListSelection | null;
}

/**
 * A table of documents, which loads and draws its rows as they come into view. Going back to it from another page shows
 * the rows that the user had left.
 */
export function DocumentList(parts: ListParts) {
  const { caption, documents, total, path, choice, selecting } = parts;
  const { rows } = documents;
  const place = useListPlace(path);
  return (
    <table
      aria-rowcount={total === null ? -1 : total + 1}
      aria-busy={documents.isPreviousData}
      className={clsx(
        "block w-full rounded-tile border border-line bg-surface text-sm shadow-tile sm:table sm:table-fixed sm:border-separate sm:border-spacing-0 sm:overflow-clip",
        documents.isPreviousData && "opacity-60",
      )}
    >
      <caption className="sr-only">{caption}</caption>
      <Head choice={choice} selecting={selecting} rows={rows ?? []} />
      {rows && place !== undefined ? (
        <Rows {...parts} rows={rows} place={place} />
      ) : (
        <tbody className="block sm:table-row-group">
          {PLACES.map((each) => (
            <PlaceHolder key={each} />
          ))}
        </tbody>
      )}
    </table>
  );
}

const PLACES = ["first", "second", "third", "fourth"] as const;

function Head({
  choice,
  selecting,
  rows,
}: Pick<ListParts, "choice" | "selecting"> & { readonly rows: readonly ListedDocument[] }) {
  const byUpdate = choice?.query.sort === "updated";
  return (
    <thead className="block sm:table-header-group">
      <tr
        aria-rowindex={1}
        className="flex whitespace-nowrap text-left text-quiet text-xs sm:table-row"
      >
        {selecting && <SelectHead selecting={selecting} rows={rows} />}
        <SortHead
          choice={choice}
          sort="name"
          label={columns.name}
          className={choice ? "sm:w-[27%]" : "sm:w-[36%]"}
        />
        {choice && (
          <th scope="col" className={clsx(HEAD, "sm:w-[15%]")}>
            {columns.asset}
          </th>
        )}
        <th scope="col" className={clsx(HEAD, "sm:w-[12%]")}>
          {columns.documentClass}
        </th>
        <th scope="col" className={HEAD}>
          {columns.values}
        </th>
        <th scope="col" className={clsx(HEAD, "sm:w-40")}>
          {columns.status}
        </th>
        <SortHead
          choice={choice}
          sort={byUpdate ? "updated" : "created"}
          label={byUpdate ? columns.updated : columns.created}
          className={choice ? "sm:w-24" : "sm:w-40"}
        />
        {!choice && (
          <th scope="col" className={clsx(HEAD, "text-right sm:w-20")}>
            {columns.size}
          </th>
        )}
        <th scope="col" className={clsx(HEAD, "sm:w-24")}>
          <span className="sr-only">{columns.actions}</span>
        </th>
      </tr>
    </thead>
  );
}

const isSelected = ({ isAll, uuids }: Selection, uuid: string) => isAll || uuids.has(uuid);

/** Selects all rows that have been loaded. */
function SelectHead({
  selecting: { selection, toggleShown },
  rows,
}: {
  readonly selecting: ListSelection;
  readonly rows: readonly ListedDocument[];
}) {
  const isEvery = rows.length > 0 && rows.every(({ uuid }) => isSelected(selection, uuid));
  const isSome = selection.isAll || selection.uuids.size > 0;
  return (
    <th scope="col" className={clsx(SHOWN_HEAD, "grow max-sm:rounded-t-tile sm:w-11")}>
      <span className="sr-only">{BULK_TEXTS.column}</span>
      <label className={clsx(CHECKBOX, "flex items-center gap-3")}>
        <input
          type="checkbox"
          className="block size-5"
          aria-label={BULK_TEXTS.selectShown}
          checked={isEvery}
          disabled={rows.length === 0}
          ref={(box) => {
            if (box) box.indeterminate = isSome && !isEvery;
          }}
          onChange={toggleShown}
        />
        <span aria-hidden className="sm:hidden">
          {BULK_TEXTS.selectShown}
        </span>
      </label>
    </th>
  );
}

/** The heading of a column that can be sorted by. Pressing it again reverses the order. */
function SortHead({
  choice,
  sort,
  label,
  className,
}: Pick<ListParts, "choice"> & {
  readonly sort: DocumentSort;
  readonly label: string;
  readonly className: string;
}) {
  const look = clsx(HEAD, className);
  if (!choice) {
    return (
      <th scope="col" className={look}>
        {label}
      </th>
    );
  }
  const { query, onChoose } = choice;
  const isSorted = query.sort === sort;
  const direction = query.isDescending ? "descending" : "ascending";
  const Arrow = query.isDescending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={isSorted ? direction : "none"} className={look}>
      <button
        type="button"
        className="inline-flex min-h-6 items-center gap-1 font-medium hover:text-ink"
        onClick={() => onChoose(sortedBy(query, sort))}
      >
        {label}
        {isSorted && <Arrow aria-hidden className="size-3.5" />}
      </button>
    </th>
  );
}

function Rows({
  documents,
  rows,
  place,
  path,
  newSince,
  onChanged,
  choice,
  selecting,
}: ListParts & {
  readonly rows: readonly ListedDocument[];
  readonly place: ListPlace | null;
}) {
  const keys = useMemo(() => rows.map(({ uuid }) => uuid), [rows]);
  const { list, pieces, measure, view } = useVirtualRows({
    keys,
    estimatedPx: ROW_HEIGHT_PX,
    path,
    place,
  });
  useEffect(() => documents.onView(...view));
  const toggle = selecting?.toggle ?? null;
  return (
    <tbody
      ref={list}
      className="block sm:table-row-group"
      onKeyDown={(event) => toggle && selectByKey(event, toggle)}
    >
      {pieces.map((piece) => {
        if (piece.kind === "space") {
          return (
            <tr key={piece.key} aria-hidden className="block sm:table-row">
              <td className="block p-0 sm:table-cell" style={{ height: piece.heightPx }} />
            </tr>
          );
        }
        const row = rows[piece.index];
        return (
          row && (
            <Row
              key={row.uuid}
              index={piece.index}
              measure={measure}
              document={row}
              isNew={newSince !== null && row.createdAt > newSince && !row.isOwn}
              onChanged={onChanged}
              query={choice?.query ?? null}
              onChoose={choice?.onChoose ?? null}
              isSelected={selecting !== null && isSelected(selecting.selection, row.uuid)}
              onSelect={toggle}
            />
          )
        );
      })}
      {documents.hasMore && <PlaceHolder />}
    </tbody>
  );
}

/** Space or X selects the row whose name has the focus; with Shift, all rows from the last one. */
function selectByKey(event: KeyboardEvent, toggle: ListSelection["toggle"]): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isName = target instanceof Element && target.matches("[data-row-focus]");
  if (!isName || ctrlKey || metaKey || altKey || ![" ", "x", "X"].includes(key)) return;
  const uuid = target.closest<HTMLElement>("[data-place]")?.dataset.place;
  if (uuid === undefined) return;
  event.preventDefault();
  toggle(uuid, shiftKey);
}

const Row = memo(function Row({
  index,
  measure,
  document,
  isNew,
  onChanged,
  query,
  onChoose,
  isSelected: isChecked,
  onSelect,
}: {
  readonly index: number;
  readonly measure: (row: HTMLTableRowElement | null) => void;
  readonly document: ListedDocument;
  readonly isNew: boolean;
  readonly onChanged: () => void;
  readonly query: DocumentsQuery | null;
  readonly onChoose: ChooseDocuments | null;
  readonly isSelected: boolean;
  readonly onSelect: ListSelection["toggle"] | null;
}) {
  const { uuid, assetIdentifier, assetName, documentClass, status, size } = document;
  const filterBy = (changes: Partial<DocumentsQuery>) =>
    query && onChoose && { query, onChoose, changes };
  const byUpdate = query?.sort === "updated";
  return (
    <tr
      ref={measure}
      data-index={index}
      data-place={uuid}
      aria-rowindex={index + 2}
      className={clsx(
        ROW,
        onSelect ? COLUMNS_WITH_CHECKBOX : COLUMNS,
        isChecked ? "bg-curtain-soft" : "focus-within:bg-sunken/50",
      )}
    >
      {onSelect && (
        <td className={CELL}>
          <label className={clsx(CHECKBOX, "block")}>
            <input
              type="checkbox"
              className="block size-5"
              aria-label={BULK_TEXTS.select(document.name)}
              checked={isChecked}
              // React makes this event from a click, which says whether Shift is pressed.
              onChange={({ nativeEvent }) =>
                onSelect(uuid, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </label>
        </td>
      )}
      <th scope="row" className={`${CELL} -col-end-2 text-left font-normal`}>
        <DocumentName document={document} isNew={isNew} />
      </th>
      {query && (
        <td className={`${CELL} ${WIDE} text-xs sm:text-sm`}>
          <FilterLink by={filterBy({ assetIdentifier })}>
            <bdi title={assetIdentifier}>{assetName ?? assetIdentifier}</bdi>
          </FilterLink>
        </td>
      )}
      <td className={`${CELL} ${WIDE} text-xs max-sm:empty:hidden sm:text-sm`}>
        {documentClass && (
          <FilterLink by={filterBy({ documentClass: documentClass.id })}>
            {documentClass.label}
          </FilterLink>
        )}
      </td>
      <td className={`${CELL} ${WIDE} max-sm:empty:hidden`}>
        <Values values={document.values} />
      </td>
      <td className={`${CELL} ${WIDE} sm:whitespace-nowrap`}>
        <FilterLink by={filterBy({ statuses: [status as Status] })}>
          <DocumentStatus document={document} />
        </FilterLink>
        <Expiry document={document} />
      </td>
      <td className={`${CELL} -col-end-2 text-quiet text-xs sm:text-sm`}>
        <LocalTime
          at={byUpdate ? document.updatedAt : document.createdAt}
          look={query ? "relative" : "moment"}
        />
      </td>
      {!query && (
        <td
          className={`${CELL} text-right text-quiet text-xs tabular-nums sm:whitespace-nowrap sm:text-sm`}
        >
          {size === null ? DOCUMENT_TEXTS.noSize : formatBytes(size)}
        </td>
      )}
      <td className={`${CELL} -col-end-1 row-start-1`}>
        <DocumentActions document={document} onChanged={onChanged} />
      </td>
    </tr>
  );
});

function PlaceHolder() {
  return (
    <tr className={clsx(ROW, COLUMNS)}>
      <td className={CELL} colSpan={8}>
        <Skeleton className="h-9" />
      </td>
    </tr>
  );
}
