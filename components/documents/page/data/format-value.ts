import type { PageField } from "@/lib/http/documents/document-page-schemas";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const NUMBER = /^(-?)(\d+)(\.\d+)?$/;

/** Formats a value for people. A value that does not match its type is returned unchanged. */
export function formatValue(
  { type, value }: Pick<PageField, "type" | "value">,
  currency: string | null = null,
): string {
  switch (type) {
    case "date":
      return formatDay(value);
    case "amount":
      return currency === null ? formatNumber(value) : `${formatNumber(value)} ${currency}`;
    case "decimal":
      return formatNumber(value);
    case "iban":
      return value.replaceAll(/(.{4})(?=.)/g, "$1 ");
    case "text":
    case "party":
    case "currency":
    case "vat-id":
    case "identifier":
      return value;
  }
}

/** Returns the currency of the amounts among these fields; null if none was found. */
export const currencyOf = (fields: readonly Pick<PageField, "type" | "value">[]): string | null =>
  fields.find(({ type }) => type === "currency")?.value ?? null;

function formatDay(value: string): string {
  const at = new Date(`${value}T00:00:00Z`);
  if (!DATE.test(value) || Number.isNaN(at.getTime())) return value;
  // An invalid date such as 31 February would silently become a day in the next month.
  if (!at.toISOString().startsWith(value)) return value;
  return at.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
}

/** Works on the digits, because a floating-point number would change long values. */
function formatNumber(value: string): string {
  const [, sign = "", whole = "", fraction = ""] = NUMBER.exec(value) ?? [];
  if (whole === "") return value;
  return `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")}${fraction}`;
}

/** Returns the English name of a language by its BCP 47 tag; an invalid tag is returned unchanged. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
