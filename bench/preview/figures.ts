import { format, toMarkdownTable, verdict } from "../report/report";
import { medianOf } from "../report/times";
import { type FirstPage, VISITS } from "./measure";

/** The measurements of one file. */
export interface PreviewFigures {
  readonly file: string;
  readonly visits: Readonly<Record<(typeof VISITS)[number], FirstPage>>;
}

/** The product may take up to this many times as long as the bare page. */
const TIMES_MAX = 3;

/** Renders the figures as Markdown. */
export function renderFigures(figures: readonly PreviewFigures[]): string {
  const rows = figures.flatMap(({ file, visits }) =>
    VISITS.map((visit) => {
      const [ours, bare] = [medianOf(visits[visit].product), medianOf(visits[visit].bare)];
      const times = ours / bare;
      const judged = `${format(times, 2)} (${verdict(times <= TIMES_MAX)})`;
      return [file, visit, format(ours, 0), format(bare, 0), judged];
    }),
  );
  const head = ["file", "visit", "Stagedoor, ms", "bare page, ms", "times"];
  return `${toMarkdownTable([head, ...rows])}\n\nTarget: at most ${TIMES_MAX} times the bare page. Medians, from the navigation to the drawn page.`;
}
