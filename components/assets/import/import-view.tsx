"use client";

import { clsx } from "clsx";
import { Download, FileSpreadsheet } from "lucide-react";
import Link from "next/link";
import { useEffect, useMemo, useRef, useState } from "react";
import { IMPORT_MEGABYTES_MAX, IMPORT_ROWS_MAX } from "@/lib/assets/rules/read-asset-rows";
import { COCKPIT_TEXTS } from "../../texts/en/cockpit-texts";
import { IMPORT_TEXTS } from "../../texts/en/import-texts";
import { BackLink } from "../../ui/back-link";
import { Button, buttonLook } from "../../ui/button";
import { Card } from "../../ui/card";
import { Disclosure } from "../../ui/disclosure";
import { Notice } from "../../ui/notice";
import { ScrollRegion } from "../../ui/scroll-region";
import { createDropHandlers } from "../../uploads/upload-drop-target";
import { isDialogOpen } from "../../uploads/use-files-over-window";
import { ExportLink } from "./export-link";
import { ImportPreview } from "./import-preview";
import { type ImportState, useAssetImport } from "./use-asset-import";

/** The import of assets: selecting a file, previewing the changes and applying them. */
export function ImportView() {
  const { state, choose, confirm } = useAssetImport();
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <div>
        <BackLink href="/cockpit" label={IMPORT_TEXTS.back} />
        <h1 className="mt-3 font-serif text-4xl">{IMPORT_TEXTS.title}</h1>
        <p className="mt-2 max-w-2xl text-quiet">{IMPORT_TEXTS.intro}</p>
      </div>
      <Card title={IMPORT_TEXTS.fileTitle}>
        <ChooseFile isFirst={state.step === "choose"} onFiles={choose} />
        <FileFormat />
      </Card>
      <Outcome state={state} onConfirm={() => void confirm()} />
    </div>
  );
}

/** The result for the file. It takes the focus, because it appears below the button that was clicked. */
function Outcome({
  state,
  onConfirm,
}: {
  readonly state: ImportState;
  readonly onConfirm: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const { step } = state;
  useEffect(() => {
    if (step === "preview" || step === "failed" || step === "done") place.current?.focus();
  }, [step]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {step === "reading" && (
        <p role="status" className="text-quiet">
          {IMPORT_TEXTS.reading(state.name)}
        </p>
      )}
      {step === "failed" && (
        <Notice tone="alarm" title={state.title} className="p-4" isAnnounced>
          {state.help}
        </Notice>
      )}
      {step === "preview" && <ImportPreview state={state} onConfirm={onConfirm} />}
      {step === "done" && <Done answer={state.answer} />}
    </div>
  );
}

function Done({ answer }: { readonly answer: Extract<ImportState, { step: "done" }>["answer"] }) {
  const { rowCount, unchangedCount, counts } = answer;
  const changed = rowCount - unchangedCount - counts.created;
  return (
    <Notice
      tone="go"
      title={IMPORT_TEXTS.doneTitle(counts.created, changed)}
      className="p-4"
      isAnnounced
    >
      <p>{IMPORT_TEXTS.done}</p>
      <Link href="/cockpit" prefetch={false} className={buttonLook({ className: "mt-3" })}>
        {IMPORT_TEXTS.toCockpit}
      </Link>
    </Notice>
  );
}

/** The format of a file, for people who do not have one yet. */
function FileFormat() {
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <span className="text-quiet">{IMPORT_TEXTS.exportFirst}</span>
        <ExportLink>
          <Download aria-hidden />
          {COCKPIT_TEXTS.export.comma}
        </ExportLink>
      </p>
      <Disclosure summary={IMPORT_TEXTS.formatTitle} className="mt-3">
        <div className="flex flex-col gap-3 text-sm">
          <ScrollRegion
            label={IMPORT_TEXTS.formatLabel}
            className="overflow-x-auto rounded-lg bg-sunken p-3"
          >
            <pre className="font-mono">{IMPORT_TEXTS.formatExample}</pre>
          </ScrollRegion>
          <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
            {IMPORT_TEXTS.columns.map(([column, help]) => (
              <div key={column} className="sm:contents">
                <dt className="font-mono">{column}</dt>
                <dd className="text-quiet">{help}</dd>
              </div>
            ))}
          </dl>
          <ul className="list-disc pl-5 text-quiet">
            {IMPORT_TEXTS.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </div>
      </Disclosure>
    </>
  );
}

/** A place to select or drop a file. */
function ChooseFile({
  isFirst,
  onFiles,
}: {
  readonly isFirst: boolean;
  readonly onFiles: (files: ArrayLike<File>) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  }, [onFiles]);
  const [isOver, setOver] = useState(false);
  const handlers = useMemo(
    () =>
      createDropHandlers({
        onFiles: ({ files }) => latest.current(files),
        onOver: setOver,
        isCovered: () => isDialogOpen(document),
      }),
    [],
  );
  return (
    <div
      className={clsx(
        "flex flex-col items-center gap-2 rounded-xl border border-edge/60 border-dashed px-4 py-8 text-center",
        isOver && "border-curtain bg-curtain-soft",
      )}
      {...handlers}
    >
      <FileSpreadsheet aria-hidden className="size-8 text-quiet" />
      <Button tone={isFirst ? "primary" : "plain"} onClick={() => input.current?.click()}>
        {isFirst ? IMPORT_TEXTS.select : IMPORT_TEXTS.selectAnother}
      </Button>
      <p className="text-quiet text-sm">{isOver ? IMPORT_TEXTS.dropOver : IMPORT_TEXTS.drop}</p>
      <p className="text-quiet text-sm">
        {IMPORT_TEXTS.limits(IMPORT_ROWS_MAX, IMPORT_MEGABYTES_MAX)}
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv"
        aria-label={IMPORT_TEXTS.fileLabel}
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          onFiles(currentTarget.files ?? []);
          // Without this, selecting the corrected file again would not count as a change.
          currentTarget.value = "";
        }}
      />
    </div>
  );
}
