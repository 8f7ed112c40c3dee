"use client";

import { clsx } from "clsx";
import { Plus } from "lucide-react";
import { type ReactNode, useCallback, useEffect } from "react";
import { ReadingForecast } from "../documents/reading-forecast";
import { useMay } from "../shell/role-provider";
import { useAddressedQuery } from "../shell/use-addressed-query";
import { COCKPIT_TEXTS } from "../texts/en/cockpit-texts";
import { Button } from "../ui/button";
import { LoadFailure } from "../ui/load-failure";
import { useLoaded } from "../ui/use-loaded";
import { useFilesOverWindow } from "../uploads/use-files-over-window";
import { type CockpitQuery, cockpitPath, readCockpitQuery } from "./cockpit-query";
import { CockpitToolbar } from "./cockpit-toolbar";
import { TransferMenu } from "./import/transfer-menu";
import { TileGrid } from "./tile-grid";
import { TileSkeletons } from "./tile-skeleton";
import { UnassignedTray } from "./unassigned-tray";
import { useAssetDialogs } from "./use-asset-dialogs";
import { useFocusOnTile } from "./use-focus-on-tile";
import { usePasteOnTile } from "./use-paste-on-tile";
import { type FirstView, useFirstTiles, useTileReplacement } from "./use-tiles";

const ADDRESSING = { read: readCockpitQuery, pathOf: cockpitPath };
const SKELETON_COUNT = 12;
const loadEmpty = () => import("./cockpit-empty").then((module) => module.CockpitEmpty);

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
  const [CockpitEmpty, askEmpty] = useLoaded(loadEmpty);
  useEffect(() => {
    if (isNothing) askEmpty();
  }, [isNothing, askEmpty]);
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
        {isNothing && !error && CockpitEmpty && (
          <CockpitEmpty query={query} onChoose={choose} onCreate={create} />
        )}
        {(isAwaited || (isNothing && !CockpitEmpty)) && !error && (
          <TileSkeletons count={SKELETON_COUNT} />
        )}
      </div>
      {dialogs}
    </div>
  );
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
