"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import useSwr from "swr";
import type {
  BulkExceptions,
  BulkWorkState,
  ShownBulkWork,
} from "@/lib/http/documents/bulk-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { SWR_OPTIONS } from "../../api/swr-options";
import { documentPath } from "../../shell/addresses";
import { BULK_TEXTS as TEXTS } from "../../texts/en/bulk-texts";
import { Button } from "../../ui/button";
import { LoadFailure } from "../../ui/load-failure";
import { Notice } from "../../ui/notice";
import { ProgressBar } from "../../ui/progress-bar";
import { useToasts } from "../../ui/toast";
import { BULK_WORK_PATH, bulkCalls } from "./bulk-calls";

const REFRESH_MS = 1_000;
const SETTLES_WITHIN_MS = 10_000;

/** The user's work on many documents: its progress, in whichever tab it was started, and then its result. */
export function BulkWorkPanel() {
  const { data, mutate } = useSwr<ShownBulkWork>(BULK_WORK_PATH, {
    ...SWR_OPTIONS,
    refreshInterval: (now) => (now?.items.some(isChanging) ? REFRESH_MS : 0),
  });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-label={TEXTS.panel} className="mb-5 space-y-3">
      {items.map((work) => (
        <Work key={work.id} work={work} onChanged={() => void mutate()} />
      ))}
    </section>
  );
}

/** The document that was being changed when work was cancelled is counted a moment later. */
const isChanging = (work: BulkWorkState) =>
  isRunning(work) ||
  (work.endedAt !== null && Date.now() - Date.parse(work.endedAt) < SETTLES_WITHIN_MS);

const isRunning = ({ state }: BulkWorkState) => state === "running";

function Work({
  work,
  onChanged,
}: {
  readonly work: BulkWorkState;
  readonly onChanged: () => void;
}) {
  const toasts = useToasts();
  const { id, action, documents, done, leftOut, failed, ending } = work;
  const texts = TEXTS.actions[action ?? "delete"];
  const handled = done + leftOut + failed;
  const change = async (state: "cancelled" | "dismissed") => {
    try {
      await bulkCalls.change(id, state);
    } catch (error) {
      toasts.failed(texts.running, errorMessage(error));
    }
    onChanged();
  };
  if (isRunning(work)) {
    return (
      <Notice tone="note" title={texts.running}>
        <p className="tabular-nums">{TEXTS.progress(handled, documents)}</p>
        <ProgressBar
          className="my-2"
          label={texts.running}
          value={documents === 0 ? null : handled / documents}
        />
        <Button size="tiny" onClick={() => void change("cancelled")}>
          {TEXTS.cancel}
        </Button>
      </Notice>
    );
  }
  const isComplete = ending === "finished" && leftOut + failed === 0;
  return (
    <Notice tone={isComplete ? "go" : "wait"} isAnnounced title={texts.done(done)}>
      {ending && TEXTS.ended(ending) && <p>{TEXTS.ended(ending)}</p>}
      {documents > handled && <p>{TEXTS.notHandled(documents - handled)}</p>}
      {leftOut + failed > 0 && <Exceptions id={id} count={leftOut + failed} />}
      <Button className="mt-2" size="tiny" onClick={() => void change("dismissed")}>
        {TEXTS.dismiss}
      </Button>
    </Notice>
  );
}

/** The documents that were left out or failed, loaded when they are asked for. */
function Exceptions({ id, count }: { readonly id: string; readonly count: number }) {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<BulkExceptions>({ items: [], nextCursor: null });
  const [error, setError] = useState<unknown>();
  const load = async (before: BulkExceptions) => {
    try {
      const page = await bulkCalls.exceptions(id, before.nextCursor);
      setShown({ items: [...before.items, ...page.items], nextCursor: page.nextCursor });
      setError(undefined);
    } catch (failure) {
      setError(failure);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first page is loaded without a click
  useEffect(() => {
    if (isOpen) void load({ items: [], nextCursor: null });
  }, [isOpen, id]);
  return (
    <>
      <Button
        className="mt-2 mr-2"
        size="tiny"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {TEXTS.exceptions(count)}
      </Button>
      {isOpen && (
        <ul className="mt-2 max-h-60 overflow-y-auto">
          {shown.items.map(({ uuid, name, reason }) => (
            <li key={uuid}>
              <Link
                href={documentPath(uuid)}
                prefetch={false}
                className="underline underline-offset-4"
              >
                <bdi>{name}</bdi>
              </Link>{" "}
              <span className="text-quiet">{TEXTS.because(reason)}</span>
            </li>
          ))}
          {shown.nextCursor && (
            <li>
              <Button size="tiny" onClick={() => void load(shown)}>
                {TEXTS.more}
              </Button>
            </li>
          )}
        </ul>
      )}
      {isOpen && error !== undefined && (
        <LoadFailure error={error} onRetry={() => void load(shown)} />
      )}
    </>
  );
}
