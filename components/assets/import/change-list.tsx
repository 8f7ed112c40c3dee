"use client";

import { ArrowRight } from "lucide-react";
import type { ChangeKind } from "@/lib/assets/rules/plan-import";
import type { ImportChange } from "@/lib/http/assets/import-schemas";
import { IMPORT_TEXTS } from "../../texts/en/import-texts";
import { Disclosure } from "../../ui/disclosure";

/** The number of rows with this kind of change, and the first of these rows. */
export function ChangeList({
  kind,
  count,
  changes,
}: {
  readonly kind: ChangeKind;
  readonly count: number;
  readonly changes: readonly ImportChange[];
}) {
  return (
    <Disclosure summary={IMPORT_TEXTS.kinds[kind](count)} className="py-2">
      <ul className="mb-2 ml-5.5 flex flex-col gap-2 text-sm">
        {changes.map((change) => (
          <li key={change.line} className="grid gap-x-3 sm:grid-cols-[5.5rem_12rem_1fr]">
            <span className="text-quiet tabular-nums">{IMPORT_TEXTS.line(change.line)}</span>
            <bdi className="wrap-anywhere font-mono">{change.identifier}</bdi>
            <Difference kind={kind} change={change} />
          </li>
        ))}
        {count > changes.length && (
          <li className="text-quiet">{IMPORT_TEXTS.andMore(count - changes.length)}</li>
        )}
      </ul>
    </Disclosure>
  );
}

function Difference({
  kind,
  change: { before, after },
}: {
  readonly kind: ChangeKind;
  readonly change: ImportChange;
}) {
  if (!before) {
    return (
      <span className="wrap-anywhere">
        <bdi className="font-medium">{after.name}</bdi>{" "}
        {after.folder && <bdi className="text-quiet">{after.folder}</bdi>}
      </span>
    );
  }
  const show = SHOWN[kind];
  return (
    <span className="wrap-anywhere">
      <span className="sr-only">{IMPORT_TEXTS.before}</span>{" "}
      <del className="decoration-alarm/60">{show(before)}</del>{" "}
      <ArrowRight aria-hidden className="inline size-3.5 text-quiet" />{" "}
      <span className="sr-only">{IMPORT_TEXTS.after}</span>{" "}
      <ins className="font-medium no-underline">{show(after)}</ins>
    </span>
  );
}

const SHOWN: Readonly<Record<ChangeKind, (texts: ImportChange["after"]) => string>> = {
  created: ({ name }) => name,
  renamed: ({ name }) => name,
  moved: ({ folder }) => folder ?? IMPORT_TEXTS.noFolder,
  described: ({ description }) => description || IMPORT_TEXTS.noDescription,
};
