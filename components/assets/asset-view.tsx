"use client";

import { Archive, ArchiveRestore, FileStack, Pencil, SearchX } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { LIFECYCLE, type Status } from "@/lib/documents/rules/status";
import type { AssetPlace, AssetTile, Visit } from "@/lib/http/assets/cockpit-schemas";
import { callCockpit } from "../api/call-cockpit";
import {
  assetDocumentsParams,
  assetDocumentsPath,
  readAssetDocumentsQuery,
} from "../documents/asset-documents-query";
import { BulkWork } from "../documents/bulk/bulk-work";
import { useSelection } from "../documents/bulk/selection";
import { DocumentList } from "../documents/document-list";
import { ReadingForecast } from "../documents/reading-forecast";
import { useAssetPlace, useDocuments } from "../documents/use-documents";
import { documentsMatching, ZipDownload } from "../documents/zip/zip-download";
import { searchText } from "../shell/addresses";
import { useMay } from "../shell/role-provider";
import { useAddressedQuery } from "../shell/use-addressed-query";
import { TILE_TEXTS, UNASSIGNED_TEXTS } from "../texts/en/cockpit-texts";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { STATUS_TEXTS } from "../texts/en/status-texts";
import { BackLink } from "../ui/back-link";
import { Button } from "../ui/button";
import { ChoiceChips } from "../ui/choice-chips";
import { EmptyState } from "../ui/empty-state";
import { returnToList } from "../ui/list-place";
import { LoadFailure } from "../ui/load-failure";
import { Notice } from "../ui/notice";
import { SearchField } from "../ui/search-field";
import { StatusLegend } from "../ui/status-legend";
import { UploadArea, UploadButtons } from "../uploads/upload-area";
import { valuesFromIdentifier } from "./asset-values";
import type { AssetActionHandlers } from "./tile-actions";
import { useAssetDialogs } from "./use-asset-dialogs";
import { useMoveDocuments } from "./use-move-documents";

const ADDRESSING = { read: readAssetDocumentsQuery, pathOf: assetDocumentsPath };

/**
 * Everything with one asset identifier: the asset, or an offer to create it, and its documents. Files can be dropped
 * anywhere.
 */
export function AssetView({ place: initial }: { readonly place: AssetPlace }) {
  const place = useAssetPlace(initial);
  const { identifier, asset, counts } = place.data ?? initial;
  const { query, typed, setTyped, choose } = useAddressedQuery(ADDRESSING);
  const listed = { ...query, identifier };
  const params = assetDocumentsParams(listed);
  const documents = useDocuments(params);
  const newSince = useVisit(identifier);
  const target = { assetIdentifier: identifier, assetName: asset?.name ?? identifier };
  const text = searchText(typed);
  const isFiltered = text !== "" || query.status !== null;
  const isOfAnother = text !== query.text || documents.isPreviousData;
  // An empty result under a filter does not mean that there are no documents without the filter.
  const isAwaited = isOfAnother && !isFiltered && documents.rows?.length === 0;
  const rows = isAwaited ? null : documents.rows;
  const selecting = useSelection(params.toString(), rows);
  const total = query.text ? null : totalOf(counts, query.status);
  const failure: unknown = documents.error ?? place.error;
  const refreshDocuments = documents.refresh;
  const refreshPlace = place.mutate;
  const refresh = useCallback(() => {
    void refreshDocuments();
    void refreshPlace();
  }, [refreshDocuments, refreshPlace]);
  return (
    <UploadArea target={target}>
      <AssetHeading
        identifier={identifier}
        asset={asset}
        onChanged={refresh}
        actions={
          <div className="flex flex-wrap gap-2">
            <UploadButtons target={target} />
            {/* Always there, because a download goes on while the last document leaves the list. */}
            <ZipDownload documents={documentsMatching(params)} />
          </div>
        }
      />
      {(counts.length > 0 || rows?.length !== 0) && (
        <div className="mt-6 mb-4">
          <DocumentFilters
            counts={counts}
            typed={typed}
            status={query.status}
            onType={setTyped}
            onChoose={(status) => choose({ status })}
          />
        </div>
      )}
      <BulkWork
        list={selecting}
        rows={rows}
        total={total}
        hasMore={documents.hasMore}
        params={params}
      />
      {failure !== undefined && (
        <div className="mb-4">
          <LoadFailure error={failure} isOlderShown={rows !== null} onRetry={refresh} />
        </div>
      )}
      {rows?.length === 0 ? (
        <Nothing isFiltered={isFiltered} onClear={() => choose({ text: "", status: null })} />
      ) : (
        (rows !== null || failure === undefined) && (
          <DocumentList
            caption={DOCUMENT_TEXTS.caption(target.assetName)}
            documents={{ ...documents, rows }}
            total={total}
            newSince={newSince}
            onChanged={refresh}
            path={assetDocumentsPath(listed)}
            choice={null}
            selecting={selecting}
          />
        )
      )}
      <StatusLegend />
    </UploadArea>
  );
}

function Nothing({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) {
  const mayUpload = useMay("reviewer");
  if (!isFiltered) {
    return (
      <EmptyState icon={FileStack} title={DOCUMENT_TEXTS.emptyTitle}>
        {mayUpload ? DOCUMENT_TEXTS.emptyHelp : ROLE_TEXTS.noDocumentsHelp}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title={DOCUMENT_TEXTS.nothingFoundTitle}
      action={<Button onClick={onClear}>{DOCUMENT_TEXTS.clearFilters}</Button>}
    >
      {DOCUMENT_TEXTS.nothingFoundHelp}
    </EmptyState>
  );
}

/**
 * Records the visit and returns the time of the previous one. Every document that has arrived since then is marked as new
 * as long as this page is open.
 */
function useVisit(assetIdentifier: string): string | null {
  const [newSince, setNewSince] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    let isNoted = false;
    const note = () =>
      callCockpit<Visit>("POST", "/api/cockpit/visits", { body: { assetIdentifier } });
    // Deferred, because React's strict mode mounts twice, and the first visit would leave nothing new for the second one.
    const timer = setTimeout(() => {
      isNoted = true;
      note().then(
        (visit) => isHere && setNewSince(visit.newSince),
        // If the time is unknown, nothing is marked as new. A more serious problem is reported by the document list.
        () => undefined,
      );
    });
    return () => {
      isHere = false;
      clearTimeout(timer);
      if (!isNoted) return;
      // Documents that arrived during the visit are no longer new. If this call fails, they stay new until the next
      // visit.
      note().catch(() => undefined);
    };
  }, [assetIdentifier]);
  return newSince;
}

const returnToCockpit = () => returnToList("/cockpit");

/** The asset on this page, or a note that no asset has the identifier, with a way to create one. */
function AssetHeading({
  identifier,
  asset,
  actions,
  onChanged,
}: {
  readonly identifier: string;
  readonly asset: AssetTile | null;
  readonly actions: ReactNode;
  readonly onChanged: () => void;
}) {
  const { create, actionHandlers, dialogs } = useAssetDialogs({ onCreated: onChanged, onChanged });
  const mayUpload = useMay("reviewer");
  const newAsset = { identifier, name: "", description: "" };
  return (
    <>
      <BackLink href="/cockpit" label={DOCUMENT_TEXTS.back} onReturn={returnToCockpit} />
      <div className="mt-3 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          {asset && (
            <p className="overflow-x-clip font-mono text-quiet text-sm">
              <bdi>{identifier}</bdi>
            </p>
          )}
          <h1 className="mt-1 overflow-x-clip font-serif text-4xl">
            <bdi title={asset?.name ?? identifier}>{asset?.name ?? identifier}</bdi>
          </h1>
          {asset?.description && (
            <p className="mt-1 overflow-x-clip text-quiet">
              <bdi>{asset.description}</bdi>
            </p>
          )}
          {asset && <AssetActions asset={asset} actionHandlers={actionHandlers} />}
        </div>
        {actions}
      </div>
      <div className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-quiet text-sm">
        <p>{mayUpload ? DOCUMENT_TEXTS.dropHint : ROLE_TEXTS.readerHint}</p>
        <ReadingForecast assetIdentifier={identifier} />
      </div>
      {asset?.archivedAt && <Notice className="mt-4" tone="note" title={DOCUMENT_TEXTS.archived} />}
      {!asset && (
        <Unassigned
          identifier={identifier}
          onCreate={() => create(valuesFromIdentifier(identifier) ?? newAsset)}
        />
      )}
      {dialogs}
    </>
  );
}

function Unassigned({
  identifier,
  onCreate,
}: {
  readonly identifier: string;
  readonly onCreate: () => void;
}) {
  const router = useRouter();
  const mayCreate = useMay("administrator");
  const mayMove = useMay("reviewer");
  const helpOfOthers = mayMove ? ROLE_TEXTS.unassignedPlaceOfReviewer : ROLE_TEXTS.unassignedPlace;
  const help = mayCreate ? DOCUMENT_TEXTS.unassignedHelp : helpOfOthers;
  const { ask, dialog } = useMoveDocuments((to) =>
    router.push(assetDocumentsPath({ identifier: to })),
  );
  return (
    <Notice className="mt-4" tone="wait" title={DOCUMENT_TEXTS.unassignedTitle}>
      <p>{help}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {mayCreate && (
          <Button size="tiny" onClick={onCreate}>
            {DOCUMENT_TEXTS.createAsset}
          </Button>
        )}
        {mayMove && (
          <Button size="tiny" onClick={() => ask(identifier)}>
            {UNASSIGNED_TEXTS.move}
          </Button>
        )}
      </div>
      {dialog}
    </Notice>
  );
}

/** The administrator's actions on the asset, the same as on its tile. */
function AssetActions({
  asset,
  actionHandlers,
}: {
  readonly asset: AssetTile;
  readonly actionHandlers: AssetActionHandlers;
}) {
  if (!useMay("administrator")) return null;
  return (
    <div className="mt-2 -ml-2 flex flex-wrap gap-1">
      <Button tone="quiet" size="tiny" onClick={() => actionHandlers.onEdit(asset)}>
        <Pencil aria-hidden />
        {TILE_TEXTS.edit}
      </Button>
      <Button tone="quiet" size="tiny" onClick={() => actionHandlers.onArchive(asset)}>
        {asset.archivedAt ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        {asset.archivedAt ? TILE_TEXTS.restore : TILE_TEXTS.archive}
      </Button>
    </div>
  );
}

/** Returns how many documents have a status, or how many there are. */
const totalOf = (counts: AssetPlace["counts"], status: Status | null) =>
  counts.reduce(
    (sum, each) => (status === null || each.status === status ? sum + each.count : sum),
    0,
  );

const ALL = "all";
const ALL_STATUSES = LIFECYCLE.statuses.map(({ status }) => status);

/** The search and the status filters. Only statuses that have documents or are selected are offered. */
function DocumentFilters({
  counts,
  typed,
  status: chosen,
  onType,
  onChoose,
}: {
  readonly counts: AssetPlace["counts"];
  /** The current text of the search field. The search follows a moment later. */
  readonly typed: string;
  /** The selected status; null for all statuses. */
  readonly status: Status | null;
  readonly onType: (text: string) => void;
  readonly onChoose: (status: Status | null) => void;
}) {
  const total = totalOf(counts, null);
  const statuses = ALL_STATUSES.flatMap((status) => {
    const count = counts.find((counted) => counted.status === status)?.count ?? 0;
    if (count === 0 && status !== chosen) return [];
    const label = DOCUMENT_TEXTS.withCount(STATUS_TEXTS[status].label, count);
    return [{ value: String(status), label }];
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchField
        className="w-full sm:w-72"
        label={DOCUMENT_TEXTS.search}
        value={typed}
        onChange={onType}
      />
      <ChoiceChips
        label={DOCUMENT_TEXTS.filterLabel}
        name="document-status"
        value={chosen === null ? ALL : String(chosen)}
        choices={[{ value: ALL, label: DOCUMENT_TEXTS.all(total) }, ...statuses]}
        onChoose={(value) =>
          onChoose(ALL_STATUSES.find((status) => String(status) === value) ?? null)
        }
      />
    </div>
  );
}
