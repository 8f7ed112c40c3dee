"use client";

import { clsx } from "clsx";
import { FileSpreadsheet } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { IMPORT_MEGABYTES_MAX, IMPORT_ROWS_MAX } from "@/lib/assets/rules/read-asset-rows";
import { IMPORT_TEXTS } from "../../texts/en/import-texts";
import { Button } from "../../ui/button";
import { isDialogOpen } from "../../uploads/is-dialog-open";
import { createDropHandlers } from "../../uploads/upload-drop-target";

/** A place to select or drop a file. */
export function ChooseFile({
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
