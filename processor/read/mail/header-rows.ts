import type { Address, Email } from "postal-mime";
import type { TextRow } from "../layout/line-collector";

const ADDRESSES_SHOWN_MAX = 20;
const DATE = /(\d{1,2})\s+([A-Za-z]{3})[a-z]{0,7}\s+(\d{4})\s+(\d{1,2}:\d{2})/;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Returns the sender, recipients, date and subject, each with a label. */
export function headerRows({ from, to, cc, subject, date, headers }: Email): TextRow[] {
  const rawDate = headers.find(({ key }) => key === "date")?.value ?? date ?? "";
  return [
    ["From:", from ? nameOf(from) : ""],
    ["To:", namesOf(to)],
    ["Cc:", namesOf(cc)],
    ["Date:", writtenDate(rawDate)],
    ["Subject:", subject ?? ""],
  ].filter(([, value]) => value !== "");
}

const namesOf = (addresses: readonly Address[] = []) =>
  addresses.slice(0, ADDRESSES_SHOWN_MAX).map(nameOf).join(", ");

function nameOf({ name, address }: Address): string {
  if (!address) return name;
  return name === "" || name === address ? address : `${name} <${address}>`;
}

/** Returns the date in the sender's time zone, which may differ from the date in UTC. */
function writtenDate(raw: string): string {
  const match = DATE.exec(raw);
  const month = MONTHS.indexOf(match?.[2]?.toLowerCase() ?? "") + 1;
  if (!match || month === 0) return raw.slice(0, 100);
  const [, day = "", , year, time] = match;
  return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")} ${time}`;
}
