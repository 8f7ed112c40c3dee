"use client";

import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { SentCorrections } from "@/lib/http/documents/correction-schemas";
import type { DocumentPage } from "@/lib/http/documents/document-page-schemas";
import {
  type ChosenClass,
  countCorrections,
  type Draft,
  type FieldChange,
  NO_CORRECTIONS,
  toBody,
} from "./shown-results";

/** A field, or the class, that is being edited. */
export interface Edited {
  /** The key of a field, or `class`. */
  readonly id: string;
  /** Whether the words that are selected in the preview become the value. */
  readonly takesSelection?: boolean;
}

/** The unsaved corrections of a document, and how to change them. */
export interface Corrections {
  /** How corrections are saved; null if this user cannot correct the document now. */
  readonly mode: DocumentPage["correcting"];
  readonly draft: Draft;
  readonly count: number;
  /** Whether they are about to be sent, or being sent. */
  readonly isLocked: boolean;
  lock(isLocked: boolean): void;
  /** Changes one field; null undoes its change. */
  change(key: string, change: FieldChange | null): void;
  /** Chooses a class; null undoes the choice. */
  choose(chosen: ChosenClass | null): void;
  discard(): void;
  /** What is being edited; null if nothing is. */
  readonly edited: Edited | null;
  edit(edited: Edited | null): void;
  /** The values that were looked at and accepted, in the form that `accept` was given. */
  readonly accepted: readonly string[];
  accept(value: string): void;
  /** The state of the document that the corrections are based on. */
  readonly seenUpdatedAt: string;
  /** Returns whether the corrections are about these results. */
  hasSeen(classification: DocumentPage["document"]["classification"]): boolean;
  /** Bases the corrections on the current state of the document, which the user was asked to look at. */
  rebase(): void;
  /** Sets what applies the value that is being edited; it returns false if the value is invalid. Null if there is none. */
  setOpenEditor(apply: (() => boolean) | null): void;
  /** Applies the value that is being edited. Returns false if it is invalid, so that nothing must be sent now. */
  applyOpenEditor(): boolean;
  /** The corrections as they are sent; undefined if there are none. */
  toBody(): SentCorrections | undefined;
}

/** The drafts of this tab. They outlive the page of their document, but neither a reload nor the session. */
const drafts = new Map<string, Draft>();
/** The accepted values of this tab, so that undoing an approval shows them again. */
const acceptances = new Map<string, readonly string[]>();
const NOTHING_ACCEPTED: readonly string[] = [];
/** The documents whose drafts are about to be sent, or being sent. */
const locked = new Set<string>();
const listeners = new Set<() => void>();

function put(key: string, draft: Draft): void {
  if (countCorrections(draft) === 0) drafts.delete(key);
  else drafts.set(key, draft);
  announce();
}

/** While any document of this tab has unsaved corrections, the browser warns before the tab is closed or reloaded. */
function announce(): void {
  const hasUnsaved = [...drafts.keys()].some((key) => !locked.has(key));
  if (hasUnsaved) window.addEventListener("beforeunload", warn);
  else window.removeEventListener("beforeunload", warn);
  for (const listener of [...listeners]) listener();
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Returns the unsaved corrections of a document. They belong to its status and its run, so that they survive live updates,
 * but are not applied to other results.
 */
export function useCorrections({ document, correcting }: DocumentPage): Corrections {
  const { uuid, status, run, classification, updatedAt } = document;
  const key = `${uuid} ${status} ${run}`;
  const draft = useSyncExternalStore(
    follow,
    () => drafts.get(key) ?? NO_CORRECTIONS,
    () => NO_CORRECTIONS,
  );
  const count = countCorrections(draft);
  const results = useMemo(() => JSON.stringify(classification), [classification]);
  const isLocked = useSyncExternalStore(
    follow,
    () => locked.has(key),
    () => false,
  );
  const lock = useCallback(
    (isOn: boolean) => {
      if (isOn === locked.has(key)) return;
      if (isOn) locked.add(key);
      else locked.delete(key);
      announce();
    },
    [key],
  );
  const accepted = useSyncExternalStore(
    follow,
    () => acceptances.get(key) ?? NOTHING_ACCEPTED,
    () => NOTHING_ACCEPTED,
  );
  const [opened, open] = useState<(Edited & { readonly key: string }) | null>(null);
  const edit = useCallback((edited: Edited | null) => open(edited && { ...edited, key }), [key]);
  const openEditor = useRef<(() => boolean) | null>(null);
  const setOpenEditor = useCallback((apply: (() => boolean) | null) => {
    openEditor.current = apply;
  }, []);
  // Read from the map, not from the last render: an editor may apply its value just before the corrections are sent.
  const latest = () => drafts.get(key) ?? NO_CORRECTIONS;
  const update = (part: Partial<Draft>) =>
    put(key, {
      ...latest(),
      seenUpdatedAt: latest().seenUpdatedAt ?? updatedAt,
      seenResults: latest().seenResults ?? results,
      ...part,
    });
  return {
    mode: correcting,
    draft,
    count,
    isLocked,
    lock,
    change: (field, change) => {
      const { [field]: _, ...others } = latest().changes;
      const changes = change ? { ...others, [field]: change } : others;
      update({ changes });
    },
    choose: (chosen) => update({ chosen }),
    discard: () => {
      locked.delete(key);
      put(key, NO_CORRECTIONS);
    },
    edited: isLocked || opened?.key !== key ? null : opened,
    edit,
    accepted,
    accept: (value) => {
      acceptances.set(key, [...(acceptances.get(key) ?? []), value]);
      announce();
    },
    // A document may change without its results: the hash of a file is added up to a minute after its upload.
    seenUpdatedAt: draft.seenResults === results ? updatedAt : (draft.seenUpdatedAt ?? updatedAt),
    hasSeen: (now) => JSON.stringify(now) === (latest().seenResults ?? results),
    rebase: () => update({ seenUpdatedAt: null, seenResults: null }),
    setOpenEditor,
    applyOpenEditor: () => openEditor.current?.() ?? true,
    toBody: () => toBody(classification, latest()),
  };
}
