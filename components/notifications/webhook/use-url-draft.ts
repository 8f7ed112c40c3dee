"use client";

import { useEffect, useState } from "react";
import type { WebhookOverview } from "@/lib/http/notifications/cockpit-schemas";
import { webhookUrlProblem } from "@/lib/notifications/rules/webhook-url";
import { WEBHOOK_TEXTS } from "../../texts/en/webhook-texts";

const PAUSE_MS = 600;

interface Draft {
  readonly text: string;
  /** The saved URL when typing began. */
  readonly base: string | null;
}

/**
 * Holds the text that the user types in place of the saved webhook URL. A newly saved URL never overwrites this text. The
 * text is validated only after the first pause or when typing ends, and an empty field is not an error.
 */
export function useUrlDraft(saved: string | null, policy: WebhookOverview["policy"]) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isJudged, setJudged] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const text = draft?.text ?? saved ?? "";
  const address = text.trim();
  const isDirty = draft !== null && address !== (saved ?? "");
  useJudgedAfterPause(text, draft !== null, () => setJudged(true));
  useWarningBeforeLeaving(isDirty);
  const problem = webhookUrlProblem(address, policy.allowedNetworks, policy.builtInOrigin);
  const isWrong = draft !== null && address !== "" && problem !== null;
  return {
    text,
    address,
    isDirty,
    error: refusal ?? (isJudged && isWrong ? WEBHOOK_TEXTS.urlWrong(problem) : null),
    /** Whether somebody else has saved a different URL since typing began. */
    isOvertaken: isDirty && draft.base !== saved,
    type: (typed: string) => {
      setRefusal(null);
      setDraft({ text: typed, base: draft ? draft.base : saved });
    },
    judge: () => setJudged(true),
    refuse: setRefusal,
    /** Returns why the typed URL cannot be saved; null if it can. */
    objection: () => {
      if (address === "") return WEBHOOK_TEXTS.urlMissing;
      return problem === null ? null : WEBHOOK_TEXTS.urlWrong(problem);
    },
    /** Keeps the typed URL after a different URL has been saved; the saved one becomes the new `base`. */
    rebase: (nowSaved: string) => setDraft((typed) => typed && { ...typed, base: nowSaved }),
    forget: () => {
      setDraft(null);
      setJudged(false);
      setRefusal(null);
    },
  };
}

function useJudgedAfterPause(text: string, isTyped: boolean, judge: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text begins a new pause.
  useEffect(() => {
    if (!isTyped) return;
    const timer = setTimeout(judge, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, isTyped]);
}

function useWarningBeforeLeaving(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isDirty]);
}
