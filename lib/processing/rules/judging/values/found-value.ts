/** A value found in text. */
export interface FoundValue {
  /** In the format of stored fields: ISO dates, decimals with a point, IBANs without spaces. */
  readonly value: string;
  /** Offset of the value in the text. */
  readonly start: number;
  readonly end: number;
  /** The result of the check for this kind of value; null if there is no such check. */
  readonly check: "passed" | "failed" | null;
  /** Whether the value can be read in two ways, such as 03/04/2024. */
  readonly isAmbiguous: boolean;
  /** The ISO 4217 code next to an amount; null if there is none. */
  readonly currency: string | null;
}

/** Creates a value; by default unchecked and unambiguous. */
export function foundValue(
  value: string,
  start: number,
  end: number,
  more: Partial<Pick<FoundValue, "check" | "isAmbiguous" | "currency">> = {},
): FoundValue {
  return { value, start, end, check: null, isAmbiguous: false, currency: null, ...more };
}
