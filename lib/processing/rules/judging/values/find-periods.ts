import { type DateOrder, findDates } from "./find-dates";
import { type FoundValue, foundValue } from "./found-value";

/** Two dates that form a period. */
export interface Period {
  readonly from: FoundValue;
  readonly to: FoundValue;
}

const CONNECTOR =
  /^ ?(?:\(?(?:einschl(?:ießlich|\.)|inclusive)\)? )?(?:bis(?: zum| einschließlich| einschl\.)?|–|—|-|to(?: and including)?|until|through|thru|till|and(?: ends? on| ending on)?|und(?: endet am)?|\/)(?: and including| midnight on)? ?$/iu;
const YEAR = /(?<![\d./-])((?:19|20)\d{2})(?![\d./-])/gu;

/** Finds periods such as `01.01.2023 – 31.12.2023`, `01.01. bis 31.12.2023` or, alone after a label, the year `2023`. */
export function findPeriods(text: string, order: DateOrder): Period[] {
  const dates = findDates(text, order);
  const periods: Period[] = [];
  for (const [index, from] of dates.entries()) {
    const to = dates[index + 1];
    if (to === undefined || to.value < from.value) continue;
    if (CONNECTOR.test(text.slice(from.end, to.start))) periods.push({ from, to });
  }
  return periods.length > 0 || dates.length > 0 ? periods : yearsOf(text);
}

function yearsOf(text: string): Period[] {
  return [...text.matchAll(YEAR)].map((match) => {
    const end = match.index + match[0].length;
    return {
      from: foundValue(`${match[1]}-01-01`, match.index, end),
      to: foundValue(`${match[1]}-12-31`, match.index, end),
    };
  });
}
