"use client";

import { Download, FileQuestion, RotateCw } from "lucide-react";
import { formatName } from "@/lib/processing/rules/formats/format-names";
import { PREVIEW_TEXTS } from "../../texts/en/preview-texts";
import { Button, buttonLook } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import type { PreviewRefusal } from "./file/preview-refusal";

const WITHOUT_FILE = ["not-uploaded", "erased"];

/** Says why a document is not shown, and offers the download if there is a file. */
export function NoPreview({
  uuid,
  refusal,
  onRetry,
}: {
  readonly uuid: string;
  readonly refusal: Pick<PreviewRefusal, "reason" | "format">;
  readonly onRetry?: () => void;
}) {
  const { reason, format } = refusal;
  const action = (
    <>
      {!WITHOUT_FILE.includes(reason) && (
        <a href={`/api/cockpit/documents/${uuid}/content`} className={buttonLook()}>
          <Download aria-hidden />
          {PREVIEW_TEXTS.download}
        </a>
      )}
      {onRetry && (reason === "unreachable" || reason === "pending") && (
        <Button onClick={onRetry}>
          <RotateCw aria-hidden />
          {PREVIEW_TEXTS.tryAgain}
        </Button>
      )}
    </>
  );
  return (
    <div className="rounded-tile border border-line bg-surface">
      <EmptyState icon={FileQuestion} title={PREVIEW_TEXTS.noPreview} action={action}>
        <p>
          {format === null
            ? PREVIEW_TEXTS.refusals[reason]
            : PREVIEW_TEXTS.formatRefused(formatName(format))}
        </p>
      </EmptyState>
    </div>
  );
}
