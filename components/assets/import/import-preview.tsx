"use client";

import { ArrowRight } from "lucide-react";
import { CHANGE_KINDS, type ChangeKind } from "@/lib/assets/rules/plan-import";
import type { AssetImportAnswer, ImportChange } from "@/lib/http/assets/import-schemas";
import { IMPORT_TEXTS } from "../../texts/en/import-texts";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Disclosure } from "../../ui/disclosure";
import { Notice } from "../../ui/notice";
import { ScrollRegion } from "../../ui/scroll-region";
import type { ImportState } from "./use-asset-import";

/** Shows what an import would change, or what is wrong with the file, and the button that starts the import. */
export function ImportPreview({
  state: { file, answer, isRepeated, isImporting },
  onConfirm,
}: {
  readonly state: Extract<ImportState, { step: "preview" }>;
  readonly onConfirm: () => void;
}) {
  const { rowCount, unchangedCount, archivedCount } = answer;
  const { numericCount, problemCount, ignoredColumns } = answer;
  const changedCount = rowCount - unchangedCount;
  return (
    <Card title={IMPORT_TEXTS.previewTitle}>
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere text-quiet text-sm">{IMPORT_TEXTS.rows(file.name, rowCount)}</p>
        {isRepeated && (
          <Notice tone="wait" title={IMPORT_TEXTS.changedTitle} className="p-4" isAnnounced>
            {IMPORT_TEXTS.changed}
          </Notice>
        )}
        {ignoredColumns.length > 0 && (
          <Notice tone="note" title={IMPORT_TEXTS.ignoredTitle} className="p-4">
            <p className="wrap-anywhere">{IMPORT_TEXTS.ignored(ignoredColumns)}</p>
          </Notice>
        )}
        {numericCount > 0 && (
          <Notice tone="wait" title={IMPORT_TEXTS.numericTitle} className="p-4">
            {IMPORT_TEXTS.numeric(numericCount)}
          </Notice>
        )}
        {problemCount > 0 ? (
          <Problems answer={answer} />
        ) : (
          <>
            <Changes answer={answer} />
            {archivedCount > 0 && <p className="text-sm">{IMPORT_TEXTS.archived(archivedCount)}</p>}
            {changedCount === 0 ? (
              <Notice tone="go" title={IMPORT_TEXTS.nothingTitle} className="p-4">
                {IMPORT_TEXTS.nothing}
              </Notice>
            ) : (
              <div className="flex justify-end">
                <Button tone="primary" onClick={onConfirm} disabled={isImporting}>
                  {isImporting ? IMPORT_TEXTS.importing : IMPORT_TEXTS.import(changedCount)}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </Card>
  );
}

function Changes({
  answer: { counts, changes, unchangedCount },
}: {
  readonly answer: AssetImportAnswer;
}) {
  return (
    <div className="divide-y divide-line border-line border-y">
      {CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
        <ChangeList key={kind} kind={kind} count={counts[kind]} changes={changes[kind]} />
      ))}
      {unchangedCount > 0 && (
        <p className="py-3 pl-5.5 text-quiet text-sm">{IMPORT_TEXTS.unchanged(unchangedCount)}</p>
      )}
    </div>
  );
}

function Problems({ answer: { problems, problemCount } }: { readonly answer: AssetImportAnswer }) {
  const more = problemCount - problems.length;
  return (
    <Notice tone="alarm" title={IMPORT_TEXTS.problemsTitle(problemCount)} className="p-4">
      <p>{IMPORT_TEXTS.problemsHelp}</p>
      <ScrollRegion label={IMPORT_TEXTS.problemsLabel} className="mt-3 max-h-96 overflow-y-auto">
        <ul className="flex flex-col gap-2">
          {problems.map(({ line, problem }) => (
            <li key={`${line} ${problem}`} className="grid gap-x-3 sm:grid-cols-[5.5rem_1fr]">
              <span className="font-medium tabular-nums">
                {line === null ? IMPORT_TEXTS.wholeFile : IMPORT_TEXTS.line(line)}
              </span>
              <span className="wrap-anywhere">{problem}</span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
      {more > 0 && <p className="mt-2">{IMPORT_TEXTS.andMore(more)}</p>}
    </Notice>
  );
}

/** The number of rows with this kind of change, and the first of these rows. */
function ChangeList({
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
