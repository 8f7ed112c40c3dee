"use client";

import { Popover } from "@base-ui/react/popover";
import { clsx } from "clsx";
import { ChevronDown, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { POPUP } from "./popover";

const CHIP =
  "inline-flex min-h-8 max-w-full items-center rounded-full border text-sm transition-colors";
/** Forced-colours mode does not paint our background, so a filter that is set looks like selected text. */
const SET =
  "border-ink bg-ink text-paper forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none";
const UNSET = "border-edge/60 bg-surface text-ink hover:bg-sunken";

/** A filter that takes one line: its name, or what it is set to and a button to clear it. It opens to choose a value. */
export function FilterChip({
  label,
  value,
  clearLabel,
  onClear,
  children,
}: {
  readonly label: string;
  /** What the filter is set to, in words; null if it is not set. */
  readonly value: string | null;
  readonly clearLabel: string;
  readonly onClear: () => void;
  /** The choices. They are told how to close the chip. */
  readonly children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={clsx(CHIP, value === null ? UNSET : SET)}>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger
          className={clsx(
            "inline-flex min-h-8 min-w-0 items-center gap-1.5 rounded-full pl-3",
            value === null ? "pr-2.5" : "pr-1",
          )}
        >
          <span className="max-w-56 truncate">{value === null ? label : `${label}: ${value}`}</span>
          {value === null && <ChevronDown aria-hidden className="size-3.5 shrink-0" />}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner align="start" sideOffset={6} collisionPadding={12} className="z-30">
            <Popover.Popup
              aria-label={label}
              className={`${POPUP} max-h-[min(26rem,var(--available-height))]`}
            >
              {children(() => setOpen(false))}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {value !== null && (
        <button
          type="button"
          aria-label={clearLabel}
          title={clearLabel}
          onClick={onClear}
          className="mr-1 grid size-6 shrink-0 place-items-center rounded-full hover:bg-paper/20"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}

/** A filter that is on or off. */
export function ToggleChip({
  label,
  isOn,
  onToggle,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={clsx(CHIP, "px-3", isOn ? SET : UNSET)}
    >
      {label}
    </button>
  );
}

/** Choices as native radio buttons, or as checkboxes if several may be selected. */
export function ChipChoices<Value extends string | number>({
  label,
  kind,
  choices,
  selected,
  onChoose,
}: {
  /** The accessible name of the group. */
  readonly label: string;
  readonly kind: "radio" | "checkbox";
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly selected: readonly Value[];
  readonly onChoose: (value: Value) => void;
}) {
  return (
    <fieldset className="flex flex-col">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex min-h-8 items-center gap-2.5 rounded-md px-2 text-sm hover:bg-sunken"
        >
          <input
            type={kind}
            name={label}
            className="size-4 shrink-0"
            checked={selected.includes(choice.value)}
            onChange={() => onChoose(choice.value)}
          />
          <bdi className="min-w-0">{choice.label}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
