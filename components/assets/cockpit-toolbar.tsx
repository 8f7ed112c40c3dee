"use client";

import { useRef } from "react";
import { COCKPIT_TEXTS } from "../texts/en/cockpit-texts";
import { ChoiceChips } from "../ui/choice-chips";
import { SearchField } from "../ui/search-field";
import {
  COCKPIT_FILTERS,
  COCKPIT_ORDERS,
  type CockpitOrder,
  type CockpitQuery,
} from "./cockpit-query";
import { FolderFilter } from "./folder-filter";

const CHOICES = COCKPIT_FILTERS.map((value) => ({
  value,
  label: COCKPIT_TEXTS.filters[value],
}));

/** The search, filters, folder and sort order of the tiles. */
export function CockpitToolbar({
  query,
  typed,
  onType,
  onChoose,
}: {
  readonly query: CockpitQuery;
  /** The current text of the search field. The search follows a moment later. */
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onChoose: (changes: Partial<CockpitQuery>) => void;
}) {
  const toolbar = useRef<HTMLDivElement>(null);
  return (
    <div ref={toolbar} className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <SearchField
        className="w-full sm:w-72"
        label={COCKPIT_TEXTS.search}
        value={typed}
        onChange={onType}
      />
      <ChoiceChips
        label={COCKPIT_TEXTS.filterLabel}
        name="cockpit-filter"
        value={query.filter}
        choices={CHOICES}
        onChoose={(filter) => onChoose({ filter })}
      />
      {query.folder && (
        <FolderFilter
          folder={query.folder}
          onChoose={(folder) => onChoose({ folder })}
          onRemove={() => {
            onChoose({ folder: "" });
            // The button that has the focus is about to disappear.
            toolbar.current?.querySelector<HTMLElement>("input:checked")?.focus();
          }}
        />
      )}
      <label className="flex items-center gap-2 text-quiet text-sm lg:ml-auto">
        {COCKPIT_TEXTS.orderLabel}
        <select
          value={query.order}
          onChange={({ currentTarget: { value } }) => onChoose({ order: value as CockpitOrder })}
          className="min-h-9 rounded-lg border border-edge/60 bg-surface px-2.5 text-base text-ink sm:text-sm"
        >
          {COCKPIT_ORDERS.map((order) => (
            <option key={order} value={order}>
              {COCKPIT_TEXTS.orders[order]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
