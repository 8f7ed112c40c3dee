"use client";

import { clsx } from "clsx";
import {
  Check,
  ChevronLeft,
  ChevronRight,
  ExternalLink,
  MoonStar,
  RotateCw,
  Trash2,
} from "lucide-react";
import Link from "next/link";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { PageDocument } from "@/lib/http/documents/document-page-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { assetDocumentsPath } from "../documents/asset-documents-query";
import { DeleteMenu } from "../documents/page/actions/delete-menu";
import { type Corrections, useCorrections } from "../documents/page/corrections/use-corrections";
import { DocumentData } from "../documents/page/document-data";
import { Preview } from "../documents/page/document-page-view";
import { useDocumentPage } from "../documents/page/use-document-page";
import { documentPath } from "../shell/addresses";
import { CORRECTION_TEXTS } from "../texts/en/correction-texts";
import { DOCUMENT_PAGE_TEXTS } from "../texts/en/document-page-texts";
import { REVIEW_TEXTS } from "../texts/en/review-texts";
import { Button } from "../ui/button";
import { LocalTime } from "../ui/local-time";
import { Notice } from "../ui/notice";
import { useToasts } from "../ui/toast";
import type { QueuedDocument, ReviewDecision, ReviewSession } from "./review-session";
import { useClaim } from "./use-claim";
import { type ReviewCommand, useReviewKeys } from "./use-review-keys";

/** What a panel of the queue needs besides its document. */
interface PanelProps {
  readonly document: QueuedDocument;
  readonly session: ReviewSession;
  readonly canGoBack: boolean;
  readonly onBack: () => void;
  readonly refusal: string | null;
}

/**
 * One document of the queue: the preview, what to check, and the decisions. The next document is drawn behind the one on
 * the screen, so that it is there at once.
 */
export function ReviewDocument({
  isShown,
  waitingStatuses,
  ...props
}: PanelProps & {
  readonly isShown: boolean;
  /** The statuses of documents that can be decided; undefined until they are known. */
  readonly waitingStatuses: readonly number[] | undefined;
}) {
  const { document: queued, session } = props;
  const { page, refresh } = useDocumentPage(queued.page);
  const corrections = useCorrections(page);
  const { lock } = corrections;
  const [active, setActive] = useState<string | null>(null);
  const { document } = page;
  useEffect(() => {
    if (isShown) session.renew(page);
  }, [isShown, session, page]);
  // A document that is on the screen again after its approval was undone or failed can be corrected again.
  useEffect(() => {
    if (isShown) lock(false);
  }, [isShown, lock]);
  return (
    <article
      aria-labelledby={`review-${document.uuid}`}
      aria-hidden={!isShown}
      inert={!isShown}
      className={clsx(
        "grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]",
        !isShown && "invisible absolute inset-0 overflow-hidden",
      )}
    >
      <section
        aria-label={DOCUMENT_PAGE_TEXTS.previewTitle}
        className="min-w-0 lg:sticky lg:top-18"
      >
        <Preview document={document} file={queued.file} active={active} onPoint={setActive} />
      </section>
      <div className="flex min-w-0 flex-col gap-5">
        <Heading document={document} isShown={isShown} />
        <Notices
          {...props}
          isDecided={waitingStatuses?.includes(document.status) === false}
          uuid={document.uuid}
        />
        <Decisions {...props} page={page} isShown={isShown} corrections={corrections} />
        <DocumentData
          document={document}
          corrections={corrections}
          onChanged={refresh}
          foldsSure
          active={active}
          onPoint={setActive}
        />
      </div>
    </article>
  );
}

/** The name takes the focus when the document comes to the screen, so that screen readers announce it. */
function Heading({
  document: { uuid, name, assetIdentifier, assetName, updatedAt },
  isShown,
}: {
  readonly document: PageDocument;
  readonly isShown: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isShown) heading.current?.focus({ preventScroll: true });
  }, [isShown]);
  return (
    <div className="min-w-0">
      <h2
        ref={heading}
        id={`review-${uuid}`}
        tabIndex={-1}
        className="overflow-x-clip font-serif text-3xl leading-tight outline-none"
      >
        <bdi>{name}</bdi>
      </h2>
      <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-quiet text-sm">
        <Link
          href={assetDocumentsPath({ identifier: assetIdentifier })}
          prefetch={false}
          className="underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
        >
          <bdi>{assetName ?? assetIdentifier}</bdi>
        </Link>
        <LocalTime at={updatedAt} />
        <Link
          href={documentPath(uuid)}
          prefetch={false}
          className="inline-flex items-center gap-1 underline decoration-edge/60 underline-offset-4 hover:decoration-ink"
        >
          {REVIEW_TEXTS.open}
          <ExternalLink aria-hidden className="size-3.5" />
        </Link>
      </p>
    </div>
  );
}

/** Why the last decision failed, and whether others are looking at the document or have decided about it. */
function Notices({
  uuid,
  refusal,
  isDecided,
}: Pick<PanelProps, "refusal"> & { readonly uuid: string; readonly isDecided: boolean }) {
  const toasts = useToasts();
  const [claim, takeOver] = useClaim(uuid);
  return (
    <>
      {refusal !== null && (
        <Notice tone="alarm" title={REVIEW_TEXTS.cameBack} isAnnounced>
          {refusal}
        </Notice>
      )}
      {isDecided && (
        <Notice tone="note" title={REVIEW_TEXTS.decidedByOthers} isAnnounced>
          {REVIEW_TEXTS.decidedByOthersHelp}
        </Notice>
      )}
      {claim && !isDecided && (
        <Notice
          tone="wait"
          isAnnounced
          title={
            <bdi>
              {claim.name === null
                ? REVIEW_TEXTS.claimedBySomebody
                : REVIEW_TEXTS.claimedBy(claim.name)}
            </bdi>
          }
        >
          <p>{REVIEW_TEXTS.claimHelp}</p>
          <Button
            size="tiny"
            className="mt-2"
            onClick={() =>
              void takeOver().catch((error) =>
                toasts.failed(REVIEW_TEXTS.notTakenOver, errorMessage(error)),
              )
            }
          >
            {REVIEW_TEXTS.takeOver}
          </Button>
        </Notice>
      )}
    </>
  );
}

/** The comments of this tab by document, so that they are still there after a deletion was undone. */
const notes = new Map<string, string>();

/** The buttons for everything that has a key, and the keys. */
function Decisions({
  page: { document, actions },
  session,
  canGoBack,
  onBack,
  isShown,
  corrections,
}: Omit<PanelProps, "document" | "refusal"> & {
  readonly page: QueuedDocument["page"];
  readonly isShown: boolean;
  readonly corrections: Corrections;
}) {
  const [note, setNote] = useState(notes.get(document.uuid) ?? "");
  const deleteButton = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement | null>(null);
  const mayProcess = actions.some(
    ({ action, refusal }) => action === "process-again" && refusal === null,
  );
  const toasts = useToasts();
  const fields = useFields(panel);
  const { uuid } = document;
  const decide = (decision: ReviewDecision) => session.decide(uuid, decision);
  /** Does something unless a value that is being edited is invalid. */
  const leave = (go: () => void) => {
    if (corrections.applyOpenEditor()) go();
    else toasts.failed(CORRECTION_TEXTS.openEditor);
  };
  const approve = () =>
    leave(() => {
      const body = corrections.toBody();
      // Until they are saved, they stay with the document, so that undoing the approval shows them again.
      if (body) corrections.lock(true);
      decide({ action: "approve", corrections: body, onSent: body && corrections.discard });
    });
  const again = () => mayProcess && leave(() => decide({ action: "process-again" }));
  const run: Readonly<Record<Exclude<ReviewCommand, "undo" | "help">, () => unknown>> = {
    approve,
    delete: () => deleteButton.current?.click(),
    "process-again": again,
    skip: () => leave(() => decide({ action: "skip" })),
    next: () => leave(session.pass),
    back: () => canGoBack && leave(onBack),
    "next-field": () => fields.move(1),
    "previous-field": () => fields.move(-1),
    "accept-field": fields.accept,
    "edit-field": () => fields.current()?.click(),
    "take-selection": () => {
      const id = fields.current()?.dataset.edits;
      if (id) leave(() => corrections.edit({ id, takesSelection: true }));
    },
    class: () => panel.current?.querySelector<HTMLElement>("[data-edits=class]")?.click(),
  };
  useReviewKeys(isShown ? run : {});
  return (
    <div
      ref={(row) => {
        panel.current = row?.closest("article") ?? null;
      }}
      className="flex flex-wrap gap-2"
    >
      <Button tone="primary" aria-keyshortcuts="a" onClick={approve}>
        <Check aria-hidden />
        {REVIEW_TEXTS.actions.approve}
      </Button>
      <DeleteMenu
        trigger={
          <Button ref={deleteButton} aria-keyshortcuts="d">
            <Trash2 aria-hidden />
            {REVIEW_TEXTS.actions.delete}
          </Button>
        }
        note={note}
        onNote={(text) => {
          notes.set(uuid, text);
          setNote(text);
        }}
        onDelete={(deletion) => leave(() => decide({ action: "delete", deletion }))}
      />
      {mayProcess && (
        <Button aria-keyshortcuts="p" onClick={again}>
          <RotateCw aria-hidden />
          {REVIEW_TEXTS.actions["process-again"]}
        </Button>
      )}
      <Button aria-keyshortcuts="s" title={REVIEW_TEXTS.skipHelp} onClick={run.skip}>
        <MoonStar aria-hidden />
        {REVIEW_TEXTS.actions.skip}
      </Button>
      <div className="ml-auto flex gap-1">
        <Button
          tone="quiet"
          size="icon"
          aria-label={REVIEW_TEXTS.back}
          aria-keyshortcuts="k"
          disabled={!canGoBack}
          onClick={run.back}
        >
          <ChevronLeft aria-hidden />
        </Button>
        <Button
          tone="quiet"
          size="icon"
          aria-label={REVIEW_TEXTS.next}
          aria-keyshortcuts="j"
          onClick={run.next}
        >
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </div>
  );
}

/** The buttons that edit a field. */
const EDITS_FIELD = "[data-edits]:not([data-edits=class])";

/**
 * Returns what the keys do with fields. The current field is the one that had the focus last, because selecting words in the
 * preview takes the focus there; at first, it is the first field. Folded fields are left out, and missing ones come last.
 */
function useFields(panel: RefObject<HTMLElement | null>) {
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    const article = panel.current;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const row = target.closest("li")?.querySelector<HTMLElement>(EDITS_FIELD);
      const button = target.closest<HTMLElement>(EDITS_FIELD) ?? row;
      if (button) last.current = button.dataset.edits;
    };
    article?.addEventListener("focusin", note);
    return () => article?.removeEventListener("focusin", note);
  }, [panel]);
  const list = () =>
    [...(panel.current?.querySelectorAll<HTMLElement>(EDITS_FIELD) ?? [])].filter((button) =>
      button.checkVisibility(),
    );
  const indexIn = (buttons: readonly HTMLElement[]) =>
    buttons.findIndex(({ dataset }) => dataset.edits === last.current);
  const current = () => {
    const buttons = list();
    return buttons[indexIn(buttons)] ?? buttons[0];
  };
  /** Moves the focus to the next or the previous field, which also marks its words in the preview. */
  const move = (by: 1 | -1) => {
    const buttons = list();
    const at = indexIn(buttons);
    const next = at < 0 && by < 0 ? buttons.length - 1 : at + by;
    buttons.at(next % buttons.length)?.focus();
  };
  return {
    current,
    move,
    /** Accepts the current field, if its value is in doubt, and goes to the next one. */
    accept: () => {
      const button = current()?.closest("li")?.querySelector<HTMLElement>("[data-accepts]");
      if (button) button.click();
      else move(1);
    },
  };
}
