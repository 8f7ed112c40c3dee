"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import type { AssetTile } from "@/lib/http/cockpit/asset-schemas";
import { CockpitProblem, callCockpit } from "../api/call-cockpit";
import { DOCUMENT_TEXTS } from "../texts/document-texts";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { useToasts } from "../ui/toast";

/** Which asset this is, or that none has the identifier and how to change that. */
export function AssetHeading({
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
  return (
    <>
      <Link
        href="/cockpit"
        className="inline-flex min-h-6 items-center gap-1.5 rounded-md text-quiet text-sm hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {DOCUMENT_TEXTS.back}
      </Link>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <p className="overflow-x-clip font-mono text-quiet text-sm">
            <bdi>{identifier}</bdi>
          </p>
          <h1 className="mt-1 overflow-x-clip font-serif text-4xl">
            <bdi title={asset?.name ?? identifier}>{asset?.name ?? identifier}</bdi>
          </h1>
          {asset?.description && (
            <p className="mt-1 overflow-x-clip text-quiet">
              <bdi>{asset.description}</bdi>
            </p>
          )}
        </div>
        {actions}
      </div>
      <p className="mt-3 text-quiet text-sm">{DOCUMENT_TEXTS.dropHint}</p>
      {asset?.archivedAt && <Notice className="mt-4" tone="note" title={DOCUMENT_TEXTS.archived} />}
      {!asset && <Unassigned identifier={identifier} onCreated={onChanged} />}
    </>
  );
}

function Unassigned({
  identifier,
  onCreated,
}: {
  readonly identifier: string;
  readonly onCreated: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const toasts = useToasts();
  async function create() {
    setBusy(true);
    try {
      const body = { identifier, name: identifier, description: "" };
      await callCockpit("POST", "/api/cockpit/assets", { body });
      toasts.done(DOCUMENT_TEXTS.created(identifier), DOCUMENT_TEXTS.createdHelp);
    } catch (error) {
      if (!(error instanceof CockpitProblem)) throw error;
      toasts.failed(error.detail);
    } finally {
      setBusy(false);
      onCreated();
    }
  }
  return (
    <Notice className="mt-4" tone="wait" title={DOCUMENT_TEXTS.unassignedTitle}>
      <p>{DOCUMENT_TEXTS.unassignedHelp}</p>
      <Button size="tiny" className="mt-2" disabled={isBusy} onClick={() => void create()}>
        {DOCUMENT_TEXTS.createAsset}
      </Button>
    </Notice>
  );
}
