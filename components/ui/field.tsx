import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldError } from "./field-error";

/** The parts that all fields have. */
export interface FieldParts {
  readonly label: string;
  readonly description?: ReactNode;
  /** The error message; null or absent if there is none. Announced when it appears. */
  readonly error?: string | null | undefined;
}

/** The look of input boxes. */
export const FIELD_BOX =
  "w-full rounded-lg border border-edge bg-raised px-3 text-base text-ink placeholder:text-quiet/80 disabled:opacity-60 aria-invalid:border-alarm sm:text-sm";

/** A single-line text field with a label, a description and an error. */
export function TextField({
  label,
  description,
  error,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "id"> & FieldParts) {
  return (
    <FieldFrame label={label} description={description} error={error} className={className}>
      {(wiring) => <input className={clsx(FIELD_BOX, "min-h-10")} {...rest} {...wiring} />}
    </FieldFrame>
  );
}

/** A multi-line text field with a label, a description and an error. */
export function TextArea({
  label,
  description,
  error,
  className,
  ...rest
}: Omit<ComponentProps<"textarea">, "id"> & FieldParts) {
  return (
    <FieldFrame label={label} description={description} error={error} className={className}>
      {(wiring) => <textarea className={clsx(FIELD_BOX, "min-h-20 py-2")} {...rest} {...wiring} />}
    </FieldFrame>
  );
}

/** A select field with a label. */
export function SelectField({
  label,
  description,
  error,
  className,
  choices,
  ...rest
}: Omit<ComponentProps<"select">, "id" | "children"> &
  FieldParts & {
    readonly choices: readonly { readonly value: string; readonly label: string }[];
  }) {
  return (
    <FieldFrame label={label} description={description} error={error} className={className}>
      {(wiring) => (
        <select className={clsx(FIELD_BOX, "min-h-10")} {...rest} {...wiring}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

interface Wiring {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string | undefined;
}

/** A label above an input, and a description and an error below it. */
export function FieldFrame({
  label,
  description,
  error,
  className,
  children,
}: FieldParts & { className: string | undefined; children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const describedBy = [description && `${id}-description`, `${id}-error`].filter(Boolean);
  return (
    <div className={clsx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} id={`${id}-label`} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": Boolean(error),
        "aria-describedby": describedBy.join(" ") || undefined,
      })}
      {description && (
        <p id={`${id}-description`} className="text-sm text-quiet">
          {description}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error ?? null} />
    </div>
  );
}
