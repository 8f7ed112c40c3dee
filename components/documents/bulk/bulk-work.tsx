"use client";

import { X } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { BULK_ACTIONS, type BulkAction } from "@/lib/documents/rules/bulk-work";
import { BULK_TEXTS as TEXTS } from "../../texts/en/bulk-texts";
import { ZIP_TEXTS } from "../../texts/en/zip-texts";
import { Button } from "../../ui/button";
import type { ZipDocument } from "../zip/plan-zip";
import { documentsMatching, ZipDownload } from "../zip/zip-download";
import { BulkDialog } from "./bulk-dialog";
import { BulkWorkPanel } from "./bulk-work-panel";
import type { ListSelection } from "./selection";

interface BulkWorkParts {
  /** null for users who cannot change documents. */
  readonly list: ListSelection | null;
  /** The documents that have been loaded. */
  readonly rows: readonly ZipDocument[] | null;
  /** The number of documents that match; null if it is not known exactly. */
  readonly total: number | null;
  /** Whether more documents match than have been loaded. */
  readonly hasMore: boolean;
  /** The parameters of the list. */
  readonly params: URLSearchParams;
}

/** Work on many documents, above a list: what is running or has ended, and a bar with actions as long as rows are selected. */
export function BulkWork({ list, ...rest }: BulkWorkParts) {
  return (
    list && (
      <>
        <BulkWorkPanel />
        <SelectionBar list={list} {...rest} />
      </>
    )
  );
}

/** The actions on the selected documents, at the lower edge of the window as long as any are selected. */
function SelectionBar({
  list: { selection, selectAll, clear },
  rows,
  total,
  hasMore,
  params,
}: BulkWorkParts & { readonly list: ListSelection }) {
  const { isAll, uuids } = selection;
  const seen = useSeen(rows);
  const [action, setAction] = useState<BulkAction | null>(null);
  // The dialog freezes the documents whenever the source changes, so it must stay the same object.
  const text = params.toString();
  const source = useMemo(
    () => (isAll ? new URLSearchParams(text) : [...uuids]),
    [isAll, uuids, text],
  );
  if (!isAll && uuids.size === 0) return null;
  const isPart = !isAll && (hasMore || (total !== null && total > uuids.size));
  return (
    <section
      aria-label={TEXTS.region}
      // The page leaves room for it below its content.
      data-selection-bar
      className="fixed inset-x-3 bottom-3 z-20 mx-auto flex max-w-4xl flex-wrap items-center gap-2 rounded-2xl border border-line bg-raised px-4 py-3 shadow-over sm:inset-x-6"
    >
      <Button tone="quiet" size="icon" aria-label={TEXTS.clear} title={TEXTS.clear} onClick={clear}>
        <X aria-hidden />
      </Button>
      <p role="status" className="mr-auto font-medium text-sm tabular-nums">
        {isAll ? TEXTS.allSelected(total) : TEXTS.selected(uuids.size)}
      </p>
      {isPart && (
        <Button tone="quiet" onClick={selectAll}>
          {TEXTS.selectAll(total)}
        </Button>
      )}
      <ZipDownload
        label={ZIP_TEXTS.openSelected}
        documents={isAll ? documentsMatching(params) : () => selectedOf(seen, uuids)}
      />
      {BULK_ACTIONS.map((each) => (
        <Button key={each} onClick={() => setAction(each)}>
          {TEXTS.actions[each].button}
        </Button>
      ))}
      {action && (
        <BulkDialog
          action={action}
          source={source}
          onClose={() => setAction(null)}
          onStarted={clear}
        />
      )}
    </section>
  );
}

/** Keeps every row that has been loaded, because a selected document may leave the list meanwhile. */
function useSeen(rows: BulkWorkParts["rows"]): ReadonlyMap<string, ZipDocument> {
  const seen = useRef(new Map<string, ZipDocument>());
  useEffect(() => {
    for (const row of rows ?? []) seen.current.set(row.uuid, row);
  }, [rows]);
  return seen.current;
}

async function* selectedOf(seen: ReadonlyMap<string, ZipDocument>, uuids: ReadonlySet<string>) {
  for (const uuid of uuids) {
    const document = seen.get(uuid);
    if (document) yield document;
  }
}
