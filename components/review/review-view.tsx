"use client";

import { ClipboardCheck, Keyboard, Undo2 } from "lucide-react";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import useSwr from "swr";
import type { ReviewProgress } from "@/lib/http/review/cockpit-schemas";
import { SWR_OPTIONS } from "../api/swr-options";
import { ALL_DOCUMENTS } from "../documents/documents-query";
import {
  isFiltered,
  queueParams,
  type ReviewQuery,
  readReviewQuery,
  reviewPath,
} from "../documents/review-query";
import { useLiveRefresh } from "../live/live-provider";
import { REVIEW_TEXTS } from "../texts/en/review-texts";
import { Button } from "../ui/button";
import { ChoiceChips } from "../ui/choice-chips";
import { Dialog } from "../ui/dialog";
import { EmptyState } from "../ui/empty-state";
import { LoadFailure } from "../ui/load-failure";
import { Skeleton } from "../ui/skeleton";
import { useSecondsUntil } from "../ui/use-every-second";
import { ReviewDocument } from "./review-document";
import { createPace } from "./review-pace";
import type { HeldReview, ReviewSession, ReviewState } from "./review-session";
import { REVIEW_KEYS, type ReviewCommand, useReviewKeys } from "./use-review-keys";
import { REVIEW_PROGRESS_PATH, useReviewSession } from "./use-review-session";

/** The documents that wait for review, one after the other. The page's URL has the filter and the order. */
export function ReviewView() {
  const query = readReviewQuery(useSearchParams());
  return <ReviewQueue key={reviewPath(query)} query={query} />;
}

function ReviewQueue({ query }: { readonly query: ReviewQuery }) {
  const { session, state, back } = useReviewSession(query);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const progress = useProgress(query);
  const { shown, ahead, held } = state;
  useReviewKeys({ undo: session.undo, help: () => setHelpOpen(true) });
  return (
    <div className="flex flex-col gap-5">
      <QueueHeading
        query={query}
        progress={progress}
        held={held}
        uuid={shown?.page.document.uuid ?? null}
        onHelp={() => setHelpOpen(true)}
      />
      <HeldReviews held={held} onUndo={session.undo} />
      {state.error !== undefined && (
        <LoadFailure error={state.error} isOlderShown={shown !== null} onRetry={session.load} />
      )}
      <div className="relative">
        {[shown, ahead].map(
          (document) =>
            document && (
              <ReviewDocument
                key={document.page.document.uuid}
                document={document}
                isShown={document === shown}
                session={session}
                canGoBack={state.passedCount > 0}
                onBack={() => void back()}
                refusal={document === shown ? state.refusal : null}
                waitingStatuses={progress?.waitingStatuses}
              />
            ),
        )}
        {!shown && <Nothing query={query} state={state} session={session} />}
      </div>
      <KeysDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

/** Returns what the reviewer has done today, and how much is left, kept up to date. */
function useProgress(query: ReviewQuery): ReviewProgress | undefined {
  const [since] = useState(() => {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
  });
  const params = queueParams(query);
  params.set("since", since);
  const progress = useSwr<ReviewProgress>(`${REVIEW_PROGRESS_PATH}?${params}`, SWR_OPTIONS);
  useLiveRefresh(
    () => progress.mutate(),
    (news) => news === "everything" || news.assetIdentifiers.length > 0,
  );
  return progress.data;
}

/** The title, how far the reviewer is, and the order. */
function QueueHeading({
  query,
  progress,
  held,
  uuid,
  onHelp,
}: {
  readonly query: ReviewQuery;
  readonly progress: ReviewProgress | undefined;
  /** The decisions that are not sent yet. */
  readonly held: readonly HeldReview[];
  /** The document on the screen. */
  readonly uuid: string | null;
  readonly onHelp: () => void;
}) {
  const router = useRouter();
  const median = useMedianSeconds(uuid);
  const decided = held.filter(({ action }) => action === "approve" || action === "delete").length;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="font-serif text-4xl">{REVIEW_TEXTS.title}</h1>
        <p className="mt-1 flex flex-wrap gap-x-4 text-quiet text-sm tabular-nums">
          {progress && progress.left.count !== null && (
            <span>
              {REVIEW_TEXTS.left(
                Math.max(0, progress.left.count - held.length),
                progress.left.isMore,
              )}
            </span>
          )}
          {progress && <span>{REVIEW_TEXTS.decidedToday(progress.decided + decided)}</span>}
          {median !== null && (
            <span title={REVIEW_TEXTS.medianHelp}>{REVIEW_TEXTS.median(median)}</span>
          )}
        </p>
        {isFiltered(query) && (
          <p className="mt-1 text-sm">
            {REVIEW_TEXTS.filtered} <AllLink />
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <ChoiceChips
          label={REVIEW_TEXTS.orderLabel}
          name="review-order"
          value={query.order}
          choices={(["oldest", "doubtful"] as const).map((value) => ({
            value,
            label: REVIEW_TEXTS.orders[value],
          }))}
          onChoose={(order) => router.replace(reviewPath({ ...query, order }))}
        />
        <Button
          tone="quiet"
          size="icon"
          aria-label={REVIEW_TEXTS.keysOpen}
          aria-keyshortcuts="?"
          onClick={onHelp}
        >
          <Keyboard aria-hidden />
        </Button>
      </div>
    </div>
  );
}

const AllLink = () => (
  <Link
    href={reviewPath({ documents: ALL_DOCUMENTS, order: "oldest" })}
    prefetch={false}
    className="underline underline-offset-4"
  >
    {REVIEW_TEXTS.showAll}
  </Link>
);

const INPUTS = ["pointerdown", "keydown", "pointermove", "wheel"] as const;

/** Returns the median time of a document in this session, in seconds; null before the first one. */
function useMedianSeconds(uuid: string | null): number | null {
  const [pace] = useState(() => createPace(performance.now()));
  const [median, setMedian] = useState<number | null>(null);
  const last = useRef<string | null>(null);
  useEffect(() => {
    const note = () => pace.note(performance.now());
    for (const input of INPUTS) window.addEventListener(input, note, { passive: true });
    return () => {
      for (const input of INPUTS) window.removeEventListener(input, note);
    };
  }, [pace]);
  useEffect(() => {
    if (last.current !== null && last.current !== uuid) {
      pace.finish(performance.now());
      setMedian(pace.medianSeconds());
    }
    last.current = uuid;
  }, [pace, uuid]);
  return median;
}

/** The decisions that can be undone. Takes no space while there is none, but stays, so that it is announced. */
function HeldReviews({
  held,
  onUndo,
}: {
  readonly held: readonly HeldReview[];
  readonly onUndo: () => void;
}) {
  const last = held.at(-1);
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-4 z-20 flex justify-center px-4">
      <p
        role="status"
        className={
          last
            ? "pointer-events-auto flex items-center gap-4 rounded-xl border border-line bg-raised px-4 py-2.5 text-sm shadow-over"
            : "sr-only"
        }
      >
        {last && (
          <>
            <span className="min-w-0 truncate font-medium">
              <bdi>{REVIEW_TEXTS.held[last.action](last.document.page.document.name)}</bdi>
            </span>
            <SecondsLeft sendsAtMs={last.sendsAtMs} />
            <Button size="tiny" aria-keyshortcuts="u" onClick={onUndo}>
              <Undo2 aria-hidden />
              {REVIEW_TEXTS.undo}
            </Button>
          </>
        )}
      </p>
    </div>
  );
}

function SecondsLeft({ sendsAtMs }: Pick<HeldReview, "sendsAtMs">) {
  const seconds = useSecondsUntil(sendsAtMs);
  return (
    <span aria-hidden className="text-quiet tabular-nums">
      {seconds !== null && REVIEW_TEXTS.sendsIn(seconds)}
    </span>
  );
}

/** Shown while a document loads, and when the queue has no more. */
function Nothing({
  query,
  state: { isLoading, error, passedCount },
  session,
}: {
  readonly query: ReviewQuery;
  readonly state: ReviewState;
  readonly session: ReviewSession;
}) {
  if (error !== undefined) return null;
  if (isLoading) {
    return (
      <div
        role="status"
        className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <p className="sr-only">{REVIEW_TEXTS.loading}</p>
        <Skeleton className="h-[70dvh]" />
        <Skeleton className="h-72" />
      </div>
    );
  }
  if (passedCount > 0) {
    return (
      <EmptyState
        icon={ClipboardCheck}
        title={REVIEW_TEXTS.passedTitle}
        action={<Button onClick={session.startOver}>{REVIEW_TEXTS.startOver}</Button>}
      >
        {REVIEW_TEXTS.passedHelp(passedCount)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={ClipboardCheck}
      title={REVIEW_TEXTS.emptyTitle}
      action={isFiltered(query) && <AllLink />}
    >
      {isFiltered(query) ? REVIEW_TEXTS.emptyFilteredHelp : REVIEW_TEXTS.emptyHelp}
    </EmptyState>
  );
}

function KeysDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={REVIEW_TEXTS.keysTitle}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5">
        {Object.entries(REVIEW_KEYS).map(([command, keys]) => (
          <div key={command} className="contents">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-md border border-edge/60 px-2 text-center font-mono text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{REVIEW_TEXTS.keys[command as ReviewCommand]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
