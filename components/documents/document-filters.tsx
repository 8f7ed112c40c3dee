"use client";

import { ArrowDownUp } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import useSwr from "swr";
import type { Status } from "@/lib/documents/rules/status";
import type { AssetTiles } from "@/lib/http/assets/cockpit-schemas";
import { SWR_OPTIONS } from "../api/swr-options";
import { searchText } from "../shell/addresses";
import { DOCUMENT_LIST_TEXTS as TEXTS } from "../texts/en/document-list-texts";
import { findingLabel } from "../texts/en/finding-texts";
import { formatDay } from "../texts/en/format";
import { STATUS_TEXTS } from "../texts/en/status-texts";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { ChipChoices, FilterChip, ToggleChip } from "../ui/filter-chip";
import { SearchField } from "../ui/search-field";
import { assetDocumentsPath } from "./asset-documents-query";
import type { ChooseDocuments } from "./document-cells";
import {
  ALL_STATUSES,
  DOCUMENT_SORTS,
  type DocumentSort,
  type DocumentsQuery,
  type DocumentFilters as Filters,
  hasFilters,
  NO_FILTERS,
  sortedBy,
} from "./documents-query";
import { useDocumentFacets } from "./use-documents";

interface FilterParts {
  readonly query: DocumentsQuery;
  readonly onChoose: ChooseDocuments;
}

/** The search, the filters and the order of the list of all documents. Each filter shows what it is set to. */
export function DocumentFilters({
  query,
  typed,
  onType,
  onChoose,
}: FilterParts & {
  /** The current text of the search field. The search follows a moment later. */
  readonly typed: string;
  readonly onType: (text: string) => void;
}) {
  const facets = useDocumentFacets();
  const classes = facets?.documentClasses.map(({ id, label }) => ({ value: id, label })) ?? [];
  const people = facets?.uploaders.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const uploaders = [{ value: "api", label: TEXTS.uploadedByApi }, ...people];
  const findings =
    facets?.findings.map((code) => ({ value: code, label: findingLabel(code) })) ?? [];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <SearchField
          className="w-full sm:w-96"
          label={TEXTS.search}
          value={typed}
          onChange={onType}
        />
        <Order query={query} onChoose={onChoose} />
      </div>
      <fieldset className="flex flex-wrap items-center gap-1.5">
        <legend className="sr-only">{TEXTS.filters}</legend>
        <StatusFilter query={query} onChoose={onChoose} />
        <ChoiceFilter filter="documentClass" choices={classes} query={query} onChoose={onChoose} />
        <AssetFilter query={query} onChoose={onChoose} />
        <PeriodFilter query={query} onChoose={onChoose} />
        <ChoiceFilter filter="uploader" choices={uploaders} query={query} onChoose={onChoose} />
        <ChoiceFilter filter="finding" choices={findings} query={query} onChoose={onChoose} />
        <ToggleChip
          label={TEXTS.filter.duplicates}
          isOn={query.hasDuplicates}
          onToggle={() => onChoose({ hasDuplicates: !query.hasDuplicates })}
        />
        {hasFilters(query) && (
          <Button tone="quiet" size="tiny" onClick={() => onChoose(NO_FILTERS)}>
            {TEXTS.clearFilters}
          </Button>
        )}
      </fieldset>
    </div>
  );
}

function Order({ query, onChoose }: FilterParts) {
  return (
    <div className="flex items-center gap-1 text-quiet text-sm lg:ml-auto">
      <label className="flex items-center gap-2">
        {TEXTS.sortLabel}
        <select
          value={query.sort}
          onChange={({ currentTarget: { value } }) =>
            onChoose(sortedBy(query, value as DocumentSort))
          }
          className="min-h-9 rounded-lg border border-edge/60 bg-surface px-2.5 text-base text-ink sm:text-sm"
        >
          {DOCUMENT_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {TEXTS.sorts[sort]}
            </option>
          ))}
        </select>
      </label>
      <Button
        tone="quiet"
        size="icon"
        aria-label={TEXTS.reverse}
        title={TEXTS.reverse}
        onClick={() => onChoose({ isDescending: !query.isDescending })}
      >
        <ArrowDownUp aria-hidden />
      </Button>
    </div>
  );
}

const STATUS_CHOICES = ALL_STATUSES.map((status) => ({
  value: status,
  label: STATUS_TEXTS[status].label,
}));

function StatusFilter({ query: { statuses }, onChoose }: FilterParts) {
  const [first, ...more] = statuses;
  const toggle = (status: Status) => {
    const isChosen = statuses.includes(status);
    const chosen = ALL_STATUSES.filter((each) =>
      each === status ? !isChosen : statuses.includes(each),
    );
    onChoose({ statuses: chosen });
  };
  return (
    <FilterChip
      label={TEXTS.filter.status}
      value={first === undefined ? null : TEXTS.more(STATUS_TEXTS[first].label, more.length)}
      clearLabel={TEXTS.clearFilter(TEXTS.filter.status)}
      onClear={() => onChoose({ statuses: [] })}
    >
      {() => (
        <>
          <ChipChoices
            label={TEXTS.filter.status}
            kind="checkbox"
            choices={STATUS_CHOICES}
            selected={statuses}
            onChoose={toggle}
          />
          <p className="mt-2 px-2 text-quiet text-xs">{TEXTS.statusHelp}</p>
        </>
      )}
    </FilterChip>
  );
}

/** A filter with one of the values that documents have. */
function ChoiceFilter({
  filter,
  choices,
  query,
  onChoose,
}: FilterParts & {
  readonly filter: "documentClass" | "uploader" | "finding";
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}) {
  const label = TEXTS.filter[filter];
  const chosen = query[filter];
  // An address may name a value that no document has any more.
  const shown = choices.find(({ value }) => value === chosen)?.label ?? chosen;
  return (
    <FilterChip
      label={label}
      value={shown}
      clearLabel={TEXTS.clearFilter(label)}
      onClear={() => onChoose({ [filter]: null })}
    >
      {(close) =>
        choices.length === 0 ? (
          <p className="px-2 text-quiet text-sm">{TEXTS.nothingToChoose}</p>
        ) : (
          <ChipChoices
            label={label}
            kind="radio"
            choices={choices}
            selected={chosen === null ? [] : [chosen]}
            onChoose={(value) => {
              onChoose({ [filter]: value });
              close();
            }}
          />
        )
      }
    </FilterChip>
  );
}

function AssetFilter({ query: { assetIdentifier }, onChoose }: FilterParts) {
  return (
    <FilterChip
      label={TEXTS.filter.asset}
      value={assetIdentifier}
      clearLabel={TEXTS.clearFilter(TEXTS.filter.asset)}
      onClear={() => onChoose({ assetIdentifier: null })}
    >
      {(close) => (
        <AssetChoices
          chosen={assetIdentifier}
          onChoose={(identifier) => {
            onChoose({ assetIdentifier: identifier });
            close();
          }}
        />
      )}
    </FilterChip>
  );
}

function AssetChoices({
  chosen,
  onChoose,
}: {
  readonly chosen: string | null;
  readonly onChoose: (identifier: string) => void;
}) {
  const [typed, setTyped] = useState("");
  const params = new URLSearchParams({ limit: "8" });
  if (searchText(typed)) params.set("q", searchText(typed));
  const found = useSwr<AssetTiles>(`/api/cockpit/assets?${params}`, SWR_OPTIONS).data?.items ?? [];
  return (
    <div className="flex flex-col gap-2">
      <SearchField label={TEXTS.findAsset} value={typed} onChange={setTyped} />
      {found.length === 0 ? (
        <p className="px-2 text-quiet text-sm">{TEXTS.noAssetFound}</p>
      ) : (
        <ChipChoices
          label={TEXTS.filter.asset}
          kind="radio"
          choices={found.map(({ identifier, name }) => ({ value: identifier, label: name }))}
          selected={chosen === null ? [] : [chosen]}
          onChoose={onChoose}
        />
      )}
      {chosen !== null && (
        <Link
          href={assetDocumentsPath({ identifier: chosen })}
          prefetch={false}
          className="min-h-6 px-2 text-sm underline underline-offset-4"
        >
          {TEXTS.openAsset}
        </Link>
      )}
    </div>
  );
}

function PeriodFilter({ query: { from, to }, onChoose }: FilterParts) {
  const label = TEXTS.filter.period;
  const choose = (bound: keyof Pick<Filters, "from" | "to">) => ({
    label: TEXTS.period[bound],
    type: "date",
    value: { from, to }[bound] ?? "",
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      // A date that is typed changes with each key.
      onChoose({ [bound]: value || null }, { isTyped: true }),
  });
  return (
    <FilterChip
      label={label}
      value={periodText(from, to)}
      clearLabel={TEXTS.clearFilter(label)}
      onClear={() => onChoose({ from: null, to: null })}
    >
      {() => (
        <div className="flex flex-col gap-3">
          <TextField {...choose("from")} max={to ?? undefined} />
          <TextField {...choose("to")} min={from ?? undefined} />
        </div>
      )}
    </FilterChip>
  );
}

function periodText(from: string | null, to: string | null): string | null {
  const { period } = TEXTS;
  if (from && to) return period.between(formatDay(from), formatDay(to));
  if (from) return period.since(formatDay(from));
  return to ? period.until(formatDay(to)) : null;
}
