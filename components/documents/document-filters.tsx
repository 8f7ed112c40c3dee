"use client";

import { isStatus } from "@/lib/documents/rules/status";
import type { AssetPlace } from "@/lib/http/assets/cockpit-schemas";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { STATUS_TEXTS } from "../texts/en/status-texts";
import { ChoiceChips } from "../ui/choice-chips";
import { SearchField } from "../ui/search-field";
import type { DocumentChoice } from "./use-asset-documents";

const ALL = "all";

/** Search and statuses, of which only those are offered that have documents. */
export function DocumentFilters({
  counts,
  choice,
  onChoose,
}: {
  readonly counts: AssetPlace["counts"];
  readonly choice: DocumentChoice;
  readonly onChoose: (choice: DocumentChoice) => void;
}) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const statuses = counts.flatMap(({ status, count }) =>
    isStatus(status)
      ? [
          {
            value: String(status),
            label: DOCUMENT_TEXTS.withCount(STATUS_TEXTS[status].label, count),
          },
        ]
      : [],
  );
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchField
        className="w-full sm:w-72"
        label={DOCUMENT_TEXTS.search}
        value={choice.text}
        onChange={(text) => onChoose({ ...choice, text })}
      />
      <ChoiceChips
        label={DOCUMENT_TEXTS.filterLabel}
        name="document-status"
        value={choice.status === null ? ALL : String(choice.status)}
        choices={[{ value: ALL, label: DOCUMENT_TEXTS.all(total) }, ...statuses]}
        onChoose={(value) => onChoose({ ...choice, status: value === ALL ? null : Number(value) })}
      />
    </div>
  );
}
