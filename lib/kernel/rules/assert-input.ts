import { DomainError, type InputError } from "./errors";

/**
 * Rejects an input with problems and reports all of them together.
 * @param problems the problem at each JSON pointer in URI form, such as `#/name`; null if that value is valid
 * @throws DomainError `validation-failed`
 */
export function assertInput(problems: Readonly<Record<string, string | null>>): void {
  const errors = Object.entries(problems).flatMap(([pointer, detail]) =>
    detail === null ? [] : [{ pointer, detail }],
  );
  if (errors.length > 0) throw invalidInput(errors);
}

/** Returns an error that lists each invalid value and what is expected of it. */
export function invalidInput(errors: readonly InputError[]): DomainError {
  const values = errors.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ");
  const which = errors.length === 1 ? "this value" : "these values";
  return new DomainError("validation-failed", `Correct ${which}: ${values}.`, { errors });
}
