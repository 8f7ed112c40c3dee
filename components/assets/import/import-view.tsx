"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import { IMPORT_TEXTS } from "../../texts/en/import-texts";
import { BackLink } from "../../ui/back-link";
import { buttonLook } from "../../ui/button";
import { Card } from "../../ui/card";
import { Notice } from "../../ui/notice";
import { ChooseFile } from "./choose-file";
import { FileFormat } from "./file-format";
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
