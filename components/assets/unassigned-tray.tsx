"use client";

import { clsx } from "clsx";
import { Inbox, Plus } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import type { AssetTile, UnassignedPage } from "@/lib/http/assets/cockpit-schemas";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { callCockpit } from "../api/call-cockpit";
import { assetDocumentsPath } from "../documents/asset-documents-query";
import { useMay } from "../shell/role-provider";
import { UNASSIGNED_TEXTS } from "../texts/en/cockpit-texts";
import { ROLE_TEXTS } from "../texts/en/role-texts";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { LoadFailure } from "../ui/load-failure";
import { Notice } from "../ui/notice";
import { useToasts } from "../ui/toast";
import { type AssetValues, valuesFromIdentifier } from "./asset-values";
import { TILES_PATH } from "./cockpit-query";
import { NewestDocument, StatusCounts } from "./tile-facts";
import { type FirstView, useUnassigned } from "./use-tiles";

type Place = UnassignedPage["items"][number];

interface TrayParts {
  readonly text: string;
  readonly first: FirstView;
  /** For an identifier that cannot be a name as well. */
  readonly onAsk: (values: AssetValues) => void;
  readonly onCreated: () => void;
  readonly onEdit: (tile: AssetTile) => void;
}

/** Documents for identifiers that no asset has, each with the one click by which administrators give it one; nothing while there are none. */
export function UnassignedTray({ text, first, onAsk, onCreated, onEdit }: TrayParts) {
  const { places, hasMore, isPreviousData, error, showMore, refresh } = useUnassigned(text, first);
  const mayCreate = useMay("administrator");
  const [created, setCreated] = useState<AssetTile | null>(null);
  if (places.length === 0 && !created && !error) return null;
  return (
    <Card title={UNASSIGNED_TEXTS.title} action={<Inbox aria-hidden className="text-quiet" />}>
      <p className="-mt-3 mb-4 text-quiet text-sm">
        {mayCreate ? UNASSIGNED_TEXTS.help : ROLE_TEXTS.unassignedHelp}
      </p>
      {Boolean(error) && <LoadFailure error={error} onRetry={refresh} />}
      {created && (
        <Created key={created.id} tile={created} onEdit={onEdit} onClose={() => setCreated(null)} />
      )}
      <ul
        aria-busy={isPreviousData}
        className={clsx("divide-y divide-line transition-opacity", isPreviousData && "opacity-60")}
      >
        {places.map((place) => (
          <li key={place.identifier}>
            <UnassignedRow
              place={place}
              onAsk={onAsk}
              onCreated={(tile) => {
                setCreated(tile);
                refresh();
                onCreated();
              }}
            />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button size="tiny" className="mt-3" onClick={showMore}>
          {UNASSIGNED_TEXTS.showMore}
        </Button>
      )}
    </Card>
  );
}

function UnassignedRow({
  place,
  onAsk,
  onCreated,
}: Pick<TrayParts, "onAsk"> & {
  readonly place: Place;
  readonly onCreated: (tile: AssetTile) => void;
}) {
  const { identifier, counts, newestDocument } = place;
  const mayCreate = useMay("administrator");
  const { create, isBusy } = useCreation(identifier, onCreated, onAsk);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="flex items-center gap-4 py-2.5">
      <div className="grid min-w-0 grow grid-cols-1 gap-x-4 gap-y-1.5 md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,4fr)] md:items-center">
        <Link
          href={assetDocumentsPath({ identifier })}
          prefetch={false}
          className="flex min-h-6 w-fit max-w-full items-center rounded-sm font-mono text-sm underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
        >
          <bdi title={identifier} className="block truncate">
            {identifier}
          </bdi>
        </Link>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="text-quiet text-xs tabular-nums">
            {UNASSIGNED_TEXTS.documents(total)}
          </span>
          <StatusCounts identifier={identifier} counts={counts} />
        </div>
        {newestDocument && <NewestDocument document={newestDocument} />}
      </div>
      {mayCreate && (
        <Button
          disabled={isBusy}
          aria-label={UNASSIGNED_TEXTS.createFor(identifier)}
          onClick={() => void create()}
        >
          <Plus aria-hidden />
          <span className="max-sm:sr-only">
            {isBusy ? UNASSIGNED_TEXTS.creating : UNASSIGNED_TEXTS.create}
          </span>
        </Button>
      )}
    </div>
  );
}

/** Creates an asset for an identifier at once, named like it; where that cannot be, people are asked for a name. */
function useCreation(
  identifier: string,
  onCreated: (tile: AssetTile) => void,
  onAsk: (values: AssetValues) => void,
) {
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  async function create() {
    const body = valuesFromIdentifier(identifier);
    if (!body) return onAsk({ identifier, name: "", description: "" });
    setBusy(true);
    try {
      onCreated(await callCockpit<AssetTile>("POST", TILES_PATH, { body }));
    } catch (error) {
      toasts.failed(UNASSIGNED_TEXTS.notCreated(identifier), errorMessage(error));
    } finally {
      setBusy(false);
    }
  }
  return { create, isBusy };
}

function Created({
  tile,
  onEdit,
  onClose,
}: {
  readonly tile: AssetTile;
  readonly onEdit: (tile: AssetTile) => void;
  readonly onClose: () => void;
}) {
  const { identifier } = tile;
  const edit = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone together with its row.
  useEffect(() => edit.current?.focus(), []);
  return (
    <Notice
      tone="go"
      isAnnounced
      className="mb-2"
      title={<bdi>{UNASSIGNED_TEXTS.createdTitle(identifier)}</bdi>}
    >
      <p>{UNASSIGNED_TEXTS.createdHelp}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          ref={edit}
          size="tiny"
          aria-label={UNASSIGNED_TEXTS.editNameOf(identifier)}
          onClick={() => {
            onClose();
            onEdit(tile);
          }}
        >
          {UNASSIGNED_TEXTS.editName}
        </Button>
        <Button size="tiny" tone="quiet" onClick={onClose}>
          {UNASSIGNED_TEXTS.dismiss}
        </Button>
      </div>
    </Notice>
  );
}
