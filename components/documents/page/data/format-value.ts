import type { PageField } from "@/lib/http/documents/document-page-schemas";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const NUMBER = /^(-?)(\d+)(\.\d+)?$/;

/** A value as people read it; what does not look like its type is shown as it is. */
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

/** The currency that amounts of these fields are in; null: none was found. */
export const currencyOf = (fields: readonly PageField[]): string | null =>
  fields.find(({ type }) => type === "currency")?.value ?? null;

function formatDay(value: string): string {
  const at = new Date(`${value}T00:00:00Z`);
  if (!DATE.test(value) || Number.isNaN(at.getTime())) return value;
  // The 31st of a short month would silently become a day of the next one.
  if (!at.toISOString().startsWith(value)) return value;
  return at.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
}

/** By its digits: a binary fraction would change long ones. */
function formatNumber(value: string): string {
  const [, sign = "", whole = "", fraction = ""] = NUMBER.exec(value) ?? [];
  if (whole === "") return value;
  return `${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")}${fraction}`;
}

/** The English name of a language by its BCP 47 tag; what is none is shown as it is. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
