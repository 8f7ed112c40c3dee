"use client";

import { LIFECYCLE, type Status } from "@/lib/documents/rules/status";
import type { AssetPlace } from "@/lib/http/assets/cockpit-schemas";
import { DOCUMENT_TEXTS } from "../texts/en/document-texts";
import { STATUS_TEXTS } from "../texts/en/status-texts";
import { ChoiceChips } from "../ui/choice-chips";
import { SearchField } from "../ui/search-field";

const ALL = "all";
const ALL_STATUSES = LIFECYCLE.statuses.map(({ status }) => status);

/** The search and the status filters. Only statuses that have documents or are selected are offered. */
export function DocumentFilters({
  counts,
  typed,
  status: chosen,
  onType,
  onChoose,
}: {
  readonly counts: AssetPlace["counts"];
  /** The current text of the search field. The search follows a moment later. */
  readonly typed: string;
  /** The selected status; null for all statuses. */
  readonly status: Status | null;
  readonly onType: (text: string) => void;
  readonly onChoose: (status: Status | null) => void;
}) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const statuses = ALL_STATUSES.flatMap((status) => {
    const count = counts.find((counted) => counted.status === status)?.count ?? 0;
    if (count === 0 && status !== chosen) return [];
    const label = DOCUMENT_TEXTS.withCount(STATUS_TEXTS[status].label, count);
    return [{ value: String(status), label }];
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchField
        className="w-full sm:w-72"
        label={DOCUMENT_TEXTS.search}
        value={typed}
        onChange={onType}
      />
      <ChoiceChips
        label={DOCUMENT_TEXTS.filterLabel}
        name="document-status"
        value={chosen === null ? ALL : String(chosen)}
        choices={[{ value: ALL, label: DOCUMENT_TEXTS.all(total) }, ...statuses]}
        onChoose={(value) =>
          onChoose(ALL_STATUSES.find((status) => String(status) === value) ?? null)
        }
      />
    </div>
  );
}
