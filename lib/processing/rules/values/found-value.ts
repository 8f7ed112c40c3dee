/** A value that stands in a text. */
export interface FoundValue {
  /** As fields are stored: ISO dates, decimals with a point, IBAN without spaces. */
  readonly value: string;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
  /** What its own check said; null if there is none. */
  readonly check: "passed" | "failed" | null;
  /** It can be read in two ways, such as 03/04/2024. */
  readonly isAmbiguous: boolean;
  /** Of an amount, as an ISO 4217 code; null when none stands beside it. */
  readonly currency: string | null;
}

/** A value without a check of its own that reads in one way. */
export function foundValue(
  value: string,
  start: number,
  end: number,
  more: Partial<Pick<FoundValue, "check" | "isAmbiguous" | "currency">> = {},
): FoundValue {
  return { value, start, end, check: null, isAmbiguous: false, currency: null, ...more };
}
