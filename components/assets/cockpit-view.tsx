"use client";

import { clsx } from "clsx";
import { Plus } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import type { AssetTiles } from "@/lib/http/assets/cockpit-schemas";
import { ReadingForecast } from "../documents/reading-forecast";
import { useMay } from "../shell/role-provider";
import { useAddressedQuery } from "../shell/use-addressed-query";
import { COCKPIT_TEXTS } from "../texts/en/cockpit-texts";
import { Button } from "../ui/button";
import { ChoiceChips } from "../ui/choice-chips";
import { LoadFailure } from "../ui/load-failure";
import { SearchField } from "../ui/search-field";
import { useToasts } from "../ui/toast";
import { useLoaded } from "../ui/use-loaded";
import { useUploadActions } from "../uploads/uploads-provider";
import { useFilesOverWindow } from "../uploads/use-files-over-window";
import { usePastedFiles } from "../uploads/use-pasted-files";
import {
  COCKPIT_FILTERS,
  COCKPIT_ORDERS,
  type CockpitOrder,
  type CockpitQuery,
  cockpitPath,
  readCockpitQuery,
} from "./cockpit-query";
import { FolderFilter } from "./folder-filter";
import { TransferMenu } from "./import/transfer-menu";
import { TileGrid } from "./tile-grid";
import { TileSkeletons } from "./tile-skeleton";
import { UnassignedTray } from "./unassigned-tray";
import { useAssetDialogs } from "./use-asset-dialogs";
import { type FirstView, useFirstTiles, useTileReplacement } from "./use-tiles";

const ADDRESSING = { read: readCockpitQuery, pathOf: cockpitPath };
const SKELETON_COUNT = 12;
const loadFindings = () => import("./cockpit-findings").then((module) => module.CockpitFindings);

/** All assets as tiles that accept files, and the documents that belong to none of them. */
export function CockpitView({
  first,
  legend,
}: {
  readonly first: FirstView;
  /** Explains the counts on the tiles. Above them, because further tiles keep loading at the end of the page. */
  readonly legend: ReactNode;
}) {
  const mayUpload = useMay("reviewer");
  const { query, typed, setTyped, choose } = useAddressedQuery(ADDRESSING);
  const { tiles, error, isPreviousData, refresh } = useFirstTiles(query, first);
  const areFilesOver = useFilesOverWindow();
  const focusOnTile = useFocusOnTile(tiles);
  usePasteOnTile();

  const replace = useTileReplacement();
  const onChanged = useCallback<typeof replace>(
    (tile) => {
      replace(tile);
      void refresh();
    },
    [replace, refresh],
  );
  const { create, actionHandlers, dialogs } = useAssetDialogs({
    onChanged,
    // A new asset has no documents and would come last, so it is shown where the user can see it.
    onCreated: ({ identifier }) => {
      focusOnTile(identifier);
      choose({ text: "", folder: "", filter: "all", order: "created" });
      void refresh();
    },
  });
  const isNothing = tiles?.total === 0 && !isPreviousData;
  const CockpitFindings = useFindings(query, isNothing);
  const isAwaited = !tiles || (tiles.total === 0 && isPreviousData);
  return (
    <div
      data-wide
      className="group/cockpit"
      data-files={areFilesOver && mayUpload ? "over" : undefined}
    >
      <Heading
        query={query}
        total={isPreviousData ? null : (tiles?.total ?? null)}
        onCreate={() => create()}
      />
      <div className="my-6">
        <CockpitToolbar query={query} typed={typed} onType={setTyped} onChoose={choose} />
        <div className="mt-2">{legend}</div>
      </div>
      <div className="flex flex-col gap-6">
        {Boolean(error) && (
          <LoadFailure
            error={error}
            isOlderShown={tiles !== undefined}
            onRetry={() => void refresh()}
          />
        )}
        {query.filter === "all" && !query.folder && (
          <UnassignedTray
            text={query.text}
            first={first}
            onAsk={create}
            onChanged={() => void refresh()}
            onEdit={actionHandlers.onEdit}
          />
        )}
        {tiles && tiles.total > 0 && (
          <div
            aria-busy={isPreviousData}
            className={clsx("transition-opacity", isPreviousData && "opacity-60")}
          >
            <TileGrid
              query={query}
              first={tiles.items}
              total={tiles.total}
              actionHandlers={actionHandlers}
            />
          </div>
        )}
        {CockpitFindings && !error && (
          <CockpitFindings
            query={query}
            isNothing={isNothing}
            onChoose={choose}
            onCreate={create}
          />
        )}
        {(isAwaited || (isNothing && !CockpitFindings)) && !error && (
          <TileSkeletons count={SKELETON_COUNT} />
        )}
      </div>
      {dialogs}
    </div>
  );
}

/** Returns what shows the documents of a search and empty results; null unless it is needed and has loaded. */
function useFindings({ text }: CockpitQuery, isNothing: boolean) {
  const isNeeded = isNothing || text !== "";
  const [CockpitFindings, ask] = useLoaded(loadFindings);
  useEffect(() => {
    if (isNeeded) ask();
  }, [isNeeded, ask]);
  return isNeeded ? CockpitFindings : null;
}

function Heading({
  query: { text, folder, filter },
  total,
  onCreate,
}: {
  readonly query: CockpitQuery;
  /** The number of assets; null until it is known. */
  readonly total: number | null;
  readonly onCreate: () => void;
}) {
  const mayCreate = useMay("administrator");
  const isNarrowed = text !== "" || folder !== "" || !(filter === "all" || filter === "archived");
  const kind = isNarrowed ? "found" : filter;
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <h1 className="font-serif text-4xl leading-tight">{COCKPIT_TEXTS.title}</h1>
        <div className="mt-1 flex min-h-6 flex-wrap gap-x-5 text-quiet">
          <p role="status">{total !== null && COCKPIT_TEXTS.counts[kind](total)}</p>
          <ReadingForecast assetIdentifier={null} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <TransferMenu />
        {mayCreate && (
          <Button tone="primary" onClick={onCreate}>
            <Plus aria-hidden />
            {COCKPIT_TEXTS.newAsset}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Uploads pasted files to the focused tile. If no tile is focused, shows a hint. */
function usePasteOnTile(): void {
  const { addFiles } = useUploadActions();
  const toasts = useToasts();
  usePastedFiles((pasted) => {
    const tile = document.activeElement?.closest<HTMLElement>("[data-upload-identifier]");
    const { uploadIdentifier, uploadName } = tile?.dataset ?? {};
    if (uploadIdentifier !== undefined && uploadName !== undefined) {
      addFiles({ assetIdentifier: uploadIdentifier, assetName: uploadName }, pasted);
    } else {
      toasts.failed(COCKPIT_TEXTS.pasteHint.title, COCKPIT_TEXTS.pasteHint.help);
    }
  });
}

/**
 * Returns a function that focuses the tile of an identifier as soon as the tile is listed, because the button that opened
 * the dialog may be gone.
 */
function useFocusOnTile(tiles: AssetTiles | undefined): (identifier: string) => void {
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    const identifier = awaited.current;
    if (identifier === null || !tiles?.items.some((tile) => tile.identifier === identifier)) return;
    awaited.current = null;
    document
      .querySelector<HTMLElement>(`[data-upload-identifier="${CSS.escape(identifier)}"] a`)
      ?.focus();
  }, [tiles]);
  return useCallback((identifier) => {
    awaited.current = identifier;
  }, []);
}

const CHOICES = COCKPIT_FILTERS.map((value) => ({
  value,
  label: COCKPIT_TEXTS.filters[value],
}));

/** The search, filters, folder and sort order of the tiles. */
function CockpitToolbar({
  query,
  typed,
  onType,
  onChoose,
}: {
  readonly query: CockpitQuery;
  /** The current text of the search field. The search follows a moment later. */
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onChoose: (changes: Partial<CockpitQuery>) => void;
}) {
  const toolbar = useRef<HTMLDivElement>(null);
  return (
    <div ref={toolbar} className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <SearchField
        className="w-full sm:w-72"
        label={COCKPIT_TEXTS.search}
        value={typed}
        onChange={onType}
      />
      <ChoiceChips
        label={COCKPIT_TEXTS.filterLabel}
        name="cockpit-filter"
        value={query.filter}
        choices={CHOICES}
        onChoose={(filter) => onChoose({ filter })}
      />
      {query.folder && (
        <FolderFilter
          folder={query.folder}
          onChoose={(folder) => onChoose({ folder })}
          onRemove={() => {
            onChoose({ folder: "" });
            // The button that has the focus is about to disappear.
            toolbar.current?.querySelector<HTMLElement>("input:checked")?.focus();
          }}
        />
      )}
      <label className="flex items-center gap-2 text-quiet text-sm lg:ml-auto">
        {COCKPIT_TEXTS.orderLabel}
        <select
          value={query.order}
          onChange={({ currentTarget: { value } }) => onChoose({ order: value as CockpitOrder })}
          className="min-h-9 rounded-lg border border-edge/60 bg-surface px-2.5 text-base text-ink sm:text-sm"
        >
          {COCKPIT_ORDERS.map((order) => (
            <option key={order} value={order}>
              {COCKPIT_TEXTS.orders[order]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
