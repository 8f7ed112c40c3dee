"use client";

import { FileStack, SearchX } from "lucide-react";
import { useEffect, useState } from "react";
import type { AssetPlace, Visit } from "@/lib/http/assets/cockpit-schemas";
import { callCockpit } from "../api/call-cockpit";
import { assetDocumentsPath, readAssetDocumentsQuery } from "../documents/asset-documents-query";
import { DocumentFilters } from "../documents/document-filters";
import { DocumentList } from "../documents/document-list";
import { useAssetDocuments, useAssetPlace } from "../documents/use-asset-documents";
import { useMay } from "../shell/role-provider";
import { searchText } from "../shell/search-text";
import { useAddressedQuery } from "../shell/use-addressed-query";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { UI_TEXTS } from "../texts/en/ui-texts";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { LoadFailure } from "../ui/load-failure";
import { StatusLegend } from "../ui/status-legend";
import { UploadArea } from "../uploads/upload-area";
import { UploadButtons } from "../uploads/upload-buttons";
import { AssetHeading } from "./asset-heading";

const ADDRESSING = { read: readAssetDocumentsQuery, pathOf: assetDocumentsPath };

/**
 * Everything with one asset identifier: the asset, or an offer to create it, and its documents. Files can be dropped
 * anywhere.
 */
export function AssetView({ place: given }: { readonly place: AssetPlace }) {
  const place = useAssetPlace(given);
  const { identifier, asset, counts } = place.data ?? given;
  const { query, typed, setTyped, choose } = useAddressedQuery(ADDRESSING);
  const documents = useAssetDocuments(identifier, query);
  const newSince = useVisit(identifier);
  const target = { assetIdentifier: identifier, assetName: asset?.name ?? identifier };
  const text = searchText(typed);
  const isFiltered = text !== "" || query.status !== null;
  const isOfAnother = text !== query.text || documents.isPreviousData;
  // An empty result under a filter does not mean that there are no documents without the filter.
  const isAwaited = isOfAnother && !isFiltered && documents.rows?.length === 0;
  const rows = isAwaited ? null : documents.rows;
  const failure: unknown = documents.error ?? place.error;
  const refresh = () => {
    void documents.refresh();
    void place.mutate();
  };
  return (
    <UploadArea target={target}>
      <AssetHeading
        identifier={identifier}
        asset={asset}
        onChanged={refresh}
        actions={<UploadButtons target={target} />}
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
            assetName={target.assetName}
            rows={rows}
            newSince={newSince}
            onChanged={refresh}
          />
        )
      )}
      {documents.hasMore && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => void documents.loadMore()}>{UI_TEXTS.showMore}</Button>
        </div>
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
