"use client";

import { clsx } from "clsx";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type ComponentType, useEffect, useMemo, useState } from "react";
import { UPLOAD_TRAY_TEXTS } from "../../texts/en/upload-tray-texts";
import { Button } from "../../ui/button";
import { ProgressBar } from "../../ui/progress-bar";
import { ScrollRegion } from "../../ui/scroll-region";
import { useLoaded } from "../../ui/use-loaded";
import type { UploadSnapshot, UploadSummary } from "../engine/upload-entry";
import { useUploadActions, useUploads } from "../uploads-provider";
import { useFilesOverWindow } from "../use-files-over-window";
import { arrangeEntries, type ShownEntries } from "./arrange-entries";
import { announceSummary, saySummary } from "./say-summary";
import { UploadRow } from "./upload-row";

type Notices = ComponentType<{ readonly snapshot: UploadSnapshot }>;

const loadNotices = (): Promise<Notices> =>
  import("./tray-notices").then((module) => module.TrayNotices);

/** The uploads of this tab, shown on every page as long as there are any. */
export function UploadTray() {
  const snapshot = useUploads();
  const [isOpen, setOpen] = useState(true);
  const { entries, summary, leftOut, sameNames, isSignedOut } = snapshot;
  const listedCount = entries.length + leftOut.length + sameNames.length;
  const isEmpty = listedCount === 0 && !summary.isReading;
  const [Notices, requestNotices] = useLoaded(loadNotices);
  useEffect(() => {
    if (!isEmpty) requestNotices();
  }, [isEmpty, requestNotices]);
  return (
    <>
      {/* Always rendered, because not every screen reader announces a live region that appears together with its text. */}
      <p aria-live="polite" className="sr-only">
        {!isEmpty && announceSummary(summary, isSignedOut)}
      </p>
      {!isEmpty && (
        <Tray
          snapshot={snapshot}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
          Notices={Notices}
        />
      )}
    </>
  );
}

interface TrayParts {
  readonly snapshot: UploadSnapshot;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** null until it has loaded. */
  readonly Notices: Notices | null;
}

function Tray({ snapshot, isOpen, onToggle, Notices }: TrayParts) {
  // The tray covers tiles. While files are dragged, it must let them through and show what is below it.
  const areFilesOver = useFilesOverWindow();
  return (
    <section
      aria-label={UPLOAD_TRAY_TEXTS.title}
      className={clsx(
        "fixed inset-x-0 bottom-0 z-30 flex max-h-[min(70dvh,34rem)] flex-col rounded-t-2xl border border-line bg-raised shadow-over transition-opacity sm:inset-x-auto sm:right-5 sm:bottom-5 sm:w-100 sm:rounded-2xl",
        areFilesOver && "pointer-events-none opacity-30",
      )}
    >
      <TrayHead snapshot={snapshot} isOpen={isOpen} onToggle={onToggle} />
      {isOpen && <TrayBody snapshot={snapshot} Notices={Notices} />}
    </section>
  );
}

function TrayHead({
  snapshot: { summary, isSignedOut },
  isOpen,
  onToggle,
}: Omit<TrayParts, "Notices">) {
  const { unfinishedCount, bytesSent, bytesTotal, bytesPerSecond, secondsLeft, failedCount } =
    summary;
  const isRunning = unfinishedCount > 0;
  return (
    <div className="px-4 pt-3 pb-2">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-serif text-xl leading-tight">{UPLOAD_TRAY_TEXTS.title}</h2>
          {/* Not announced, because it changes with each file. The text to announce is next to the tray. */}
          <p role="status" aria-live="off" className="mt-0.5 font-medium text-sm tabular-nums">
            {saySummary(summary, isSignedOut)}
          </p>
          {isRunning && bytesPerSecond !== null && (
            <p className="text-quiet text-xs tabular-nums">
              {UPLOAD_TRAY_TEXTS.speed(bytesPerSecond, secondsLeft)}
            </p>
          )}
        </div>
        <Button
          tone="quiet"
          size="icon"
          className="-mr-2"
          aria-expanded={isOpen}
          aria-label={isOpen ? UPLOAD_TRAY_TEXTS.collapse : UPLOAD_TRAY_TEXTS.expand}
          onClick={onToggle}
        >
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
        </Button>
      </div>
      {isRunning && (
        <ProgressBar
          className="mt-2"
          label={UPLOAD_TRAY_TEXTS.progressOfAll}
          tone={failedCount > 0 ? "alarm" : "curtain"}
          value={bytesTotal === 0 ? null : bytesSent / bytesTotal}
        />
      )}
    </div>
  );
}

function TrayBody({ snapshot, Notices }: Pick<TrayParts, "snapshot" | "Notices">) {
  const { entries } = snapshot;
  const { problems, running, finished } = useMemo(() => arrangeEntries(entries), [entries]);
  const { moreOf } = UPLOAD_TRAY_TEXTS;
  return (
    <>
      <TrayActions
        summary={snapshot.summary}
        canRetry={problems.entries.some(({ failure }) => failure?.canRetry)}
        isHopeless={problems.entries.some(({ failure }) => failure?.canRetry === false)}
      />
      {Notices && <Notices snapshot={snapshot} />}
      {entries.length > 0 && (
        <ScrollRegion
          label={UPLOAD_TRAY_TEXTS.list}
          className="min-h-0 grow overflow-y-auto border-line border-t"
        >
          <div className="divide-y divide-line">
            <Rows shown={problems} more={moreOf.problems} />
            <Rows shown={running} more={moreOf.running} />
            <Rows shown={finished} more={moreOf.finished} />
          </div>
        </ScrollRegion>
      )}
    </>
  );
}

function TrayActions({
  summary: { unfinishedCount, counts },
  canRetry,
  isHopeless,
}: {
  readonly summary: UploadSummary;
  readonly canRetry: boolean;
  /** Whether an upload failed in a way that cannot be retried. */
  readonly isHopeless: boolean;
}) {
  const { cancelAll, retryAll, clearFinished } = useUploadActions();
  const canClear = counts.done + counts.cancelled > 0 || isHopeless;
  if (unfinishedCount === 0 && !canRetry && !canClear) return null;
  return (
    <div className="flex flex-wrap gap-2 px-4 pb-3">
      {canRetry && (
        <Button size="tiny" onClick={retryAll}>
          {UPLOAD_TRAY_TEXTS.retryFailed}
        </Button>
      )}
      {unfinishedCount > 0 && (
        <Button size="tiny" onClick={cancelAll}>
          {UPLOAD_TRAY_TEXTS.cancelAll}
        </Button>
      )}
      {canClear && (
        <Button size="tiny" onClick={clearFinished}>
          {UPLOAD_TRAY_TEXTS.clearFinished}
        </Button>
      )}
    </div>
  );
}

function Rows({
  shown: { entries, hiddenCount },
  more,
}: {
  readonly shown: ShownEntries;
  readonly more: (count: number) => string;
}) {
  if (entries.length === 0) return null;
  return (
    <>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <UploadRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {hiddenCount > 0 && <p className="px-4 py-2 text-quiet text-xs">{more(hiddenCount)}</p>}
    </>
  );
}
