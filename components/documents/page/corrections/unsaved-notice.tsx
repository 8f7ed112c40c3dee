"use client";

import { useState } from "react";
import { STATUS } from "@/lib/documents/rules/status";
import type { SentCorrections } from "@/lib/http/documents/correction-schemas";
import type { DocumentPage, PageDocument } from "@/lib/http/documents/document-page-schemas";
import { errorMessage } from "@/lib/kernel/rules/errors";
import { CockpitProblem, callCockpit } from "../../../api/call-cockpit";
import { CORRECTION_TEXTS } from "../../../texts/en/correction-texts";
import { Button } from "../../../ui/button";
import { useToasts } from "../../../ui/toast";
import { documentCall } from "../use-document-page";
import type { Corrections } from "./use-corrections";

/** Says how unsaved corrections are saved; for an approved document, offers to save them. */
export function UnsavedNotice({
  document,
  corrections,
  onChanged,
}: {
  readonly document: PageDocument;
  readonly corrections: Corrections;
  readonly onChanged: () => unknown;
}) {
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const { mode, count, isLocked } = corrections;
  const path = documentCall(document.uuid);
  const send = (sent: SentCorrections, updatedAt: string) =>
    callCockpit<unknown>("POST", `${path}/corrections`, {
      body: { seen: { updatedAt }, corrections: sent },
    });
  const save = async () => {
    if (!corrections.applyOpenEditor()) return;
    const body = corrections.toBody();
    if (!body) return;
    setBusy(true);
    corrections.lock(true);
    try {
      await send(body, corrections.seenUpdatedAt).catch(async (error: unknown) => {
        if (!(error instanceof CockpitProblem && error.code === "results-changed")) throw error;
        const { document: now } = await callCockpit<DocumentPage>("GET", path);
        // Something else has changed: for example, the hash of a file is added up to a minute after its upload.
        if (!corrections.hasSeen(now.classification)) throw error;
        await send(body, now.updatedAt);
      });
      corrections.discard();
      toasts.done(CORRECTION_TEXTS.saved(document.name));
    } catch (error) {
      if (error instanceof CockpitProblem && error.code === "results-changed") corrections.rebase();
      toasts.failed(CORRECTION_TEXTS.saveFailed(document.name), errorMessage(error));
    } finally {
      setBusy(false);
      corrections.lock(false);
      onChanged();
    }
  };
  return (
    <section
      aria-label={CORRECTION_TEXTS.region}
      className="rounded-xl border border-wait/30 bg-wait-soft p-3 text-sm"
    >
      <p role="status" className="font-medium">
        {mode === "at-once"
          ? CORRECTION_TEXTS.atOnce(count)
          : CORRECTION_TEXTS.withApproval(count, document.status === STATUS.waitingForReview)}
      </p>
      {mode === "at-once" && <p>{CORRECTION_TEXTS.notNotified}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {mode === "at-once" && (
          <Button tone="primary" disabled={isBusy} onClick={() => void save()}>
            {CORRECTION_TEXTS.save}
          </Button>
        )}
        <Button disabled={isBusy || isLocked} onClick={corrections.discard}>
          {CORRECTION_TEXTS.discard}
        </Button>
      </div>
    </section>
  );
}
