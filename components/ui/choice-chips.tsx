import { clsx } from "clsx";

/** A row of options with one selected. Native radio buttons, so that the arrow keys move between them. */
export function ChoiceChips<Value extends string>({
  label,
  name,
  value,
  choices,
  onChoose,
}: {
  /** The accessible name of the group. */
  readonly label: string;
  /** The name of the radio buttons, unique on the page. */
  readonly name: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={clsx(
            "relative inline-flex min-h-8 items-center rounded-full border px-3 text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-curtain has-focus-visible:outline-offset-2",
            choice.value === value
              ? // Forced-colours mode does not paint our background, so the selected option looks like selected text.
                "border-ink bg-ink text-paper forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none"
              : "border-edge/60 bg-surface text-ink hover:bg-sunken",
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
