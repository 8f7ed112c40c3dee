"use client";

import { FileStack, SearchX } from "lucide-react";
import Link from "next/link";
import { useCallback } from "react";
import type { DocumentCountBody } from "@/lib/http/documents/document-list-schemas";
import { searchText } from "../shell/addresses";
import { useMay } from "../shell/role-provider";
import { useAddressedQuery } from "../shell/use-addressed-query";
import { DOCUMENT_LIST_TEXTS as TEXTS } from "../texts/en/document-list-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { Button, buttonLook } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { LoadFailure } from "../ui/load-failure";
import { StatusLegend } from "../ui/status-legend";
import { BulkWork } from "./bulk/bulk-work";
import { useSelection } from "./bulk/selection";
import type { ChooseDocuments } from "./document-cells";
import { DocumentFilters } from "./document-filters";
import { DocumentList } from "./document-list";
import {
  ALL_STATUSES,
  type DocumentsQuery,
  documentsPath,
  filterParams,
  hasFilters,
  listParams,
  NO_FILTERS,
  readDocumentsQuery,
} from "./documents-query";
import { reviewPath } from "./review-query";
import { SavedViews } from "./saved-views";
import { useDocumentCount, useDocuments } from "./use-documents";
import { documentsMatching, ZipDownload } from "./zip/zip-download";

const ADDRESSING = { read: readDocumentsQuery, pathOf: documentsPath, areChoicesKept: true };

/** The documents of all assets in one list, searched, filtered and sorted by the page's address. */
export function DocumentsView() {
  const { query, typed, setTyped, choose } = useAddressedQuery<DocumentsQuery>(ADDRESSING);
  const params = listParams(query);
  const documents = useDocuments(params);
  const count = useDocumentCount(filterParams(query));
  const { rows, error, refresh } = documents;
  const onChanged = useCallback(() => void refresh(), [refresh]);
  const isNothing = rows?.length === 0 && !documents.isPreviousData;
  const mayReview = useMay("reviewer");
  const selecting = useSelection(filterParams(query).toString(), rows);
  const total = count?.isMore === false ? count.count : null;
  const isPending = searchText(typed) !== query.text;
  return (
    <div data-wide>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="font-serif text-4xl leading-tight">{TEXTS.title}</h1>
        <div className="flex flex-wrap gap-2">
          <SavedViews query={query} onChoose={choose} />
          {/* Always there, because a download goes on while the last document leaves the list. */}
          <ZipDownload documents={documentsMatching(params)} />
        </div>
      </div>
      <div className="mt-1 flex min-h-6 flex-wrap gap-x-5 text-quiet">
        <p role="status">{count && !isPending && countText(count)}</p>
        {mayReview && (
          <Link
            href={reviewPath({ documents: query, order: "oldest" })}
            prefetch={false}
            className="underline underline-offset-4"
          >
            {TEXTS.review}
          </Link>
        )}
        <p className="hidden text-sm leading-6 lg:block">{TEXTS.keys}</p>
      </div>
      <div className="my-5">
        <DocumentFilters query={query} typed={typed} onType={setTyped} onChoose={choose} />
      </div>
      <BulkWork
        list={selecting}
        rows={rows}
        total={total}
        hasMore={documents.hasMore}
        params={params}
      />
      {error !== undefined && (
        <div className="mb-4">
          <LoadFailure error={error} isOlderShown={rows !== null} onRetry={onChanged} />
        </div>
      )}
      {isNothing ? (
        <Nothing query={query} onChoose={choose} />
      ) : (
        (rows !== null || error === undefined) && (
          <DocumentList
            caption={TEXTS.caption}
            documents={documents}
            total={total}
            newSince={null}
            onChanged={onChanged}
            path={documentsPath(query)}
            choice={{ query, onChoose: choose }}
            selecting={selecting}
          />
        )
      )}
      <StatusLegend />
    </div>
  );
}

const countText = ({ count, isMore }: DocumentCountBody) =>
  count === null ? TEXTS.manyDocuments : TEXTS.count(count, isMore);

function Nothing({
  query,
  onChoose,
}: {
  readonly query: DocumentsQuery;
  readonly onChoose: ChooseDocuments;
}) {
  const mayUpload = useMay("reviewer");
  const isNarrowed = hasFilters(query);
  if (!query.text && !isNarrowed) {
    return (
      <EmptyState
        icon={FileStack}
        title={TEXTS.empty.title}
        action={
          <Link href="/cockpit" prefetch={false} className={buttonLook()}>
            {TEXTS.empty.cockpit}
          </Link>
        }
      >
        {mayUpload ? TEXTS.empty.help : ROLE_TEXTS.noDocumentsHelp}
      </EmptyState>
    );
  }
  const isHiding = query.statuses.length === 0;
  return (
    <EmptyState
      icon={SearchX}
      title={TEXTS.notFound.title}
      action={
        <>
          {query.text && (
            <Button onClick={() => onChoose({ text: "" })}>{TEXTS.notFound.clearSearch}</Button>
          )}
          {isNarrowed && <Button onClick={() => onChoose(NO_FILTERS)}>{TEXTS.clearFilters}</Button>}
          {isHiding && (
            <Button onClick={() => onChoose({ statuses: ALL_STATUSES })}>
              {TEXTS.notFound.everyStatus}
            </Button>
          )}
        </>
      }
    >
      {TEXTS.notFound.help}
      {isHiding && ` ${TEXTS.notFound.hidden}`}
    </EmptyState>
  );
}
