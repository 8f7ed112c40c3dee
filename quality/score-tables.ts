import { format, toMarkdownTable, verdict } from "@/bench/report/report";
import { type Counts, precision, recall, type Score } from "./score";

const AIMS = { classes: 0.95, precision: 0.95, recall: 0.92 } as const;

/** Returns a table with one row for each run over several seeds: the mean and the standard deviation over the seeds. */
export function scoresOfRuns(runs: Readonly<Record<string, readonly Score[]>>): string {
  const head = ["Templates", "Documents", "Class", "Precision", "Recall"];
  const lines = Object.entries(runs).map(([name, scores]) => [
    name,
    String(scores.reduce((sum, { documents }) => sum + documents, 0)),
    spread(scores.map((score) => score.rightClasses / score.documents)),
    spread(scores.map(({ fields }) => precision(fields) ?? 0)),
    spread(scores.map(({ fields }) => recall(fields) ?? 0)),
  ]);
  return toMarkdownTable([head, ...lines]);
}

/** States whether the targets for held-out templates are met. */
export function verdictsOf(scores: readonly Score[]): string {
  const classes = meanOf(scores.map((score) => score.rightClasses / score.documents));
  const right = meanOf(scores.map(({ fields }) => precision(fields) ?? 0));
  const found = meanOf(scores.map(({ fields }) => recall(fields) ?? 0));
  return (
    `Targets for held-out templates, as PDFs: class at least ${AIMS.classes} (${verdict(classes >= AIMS.classes)}), ` +
    `precision at least ${AIMS.precision} (${verdict(right >= AIMS.precision)}), ` +
    `recall at least ${AIMS.recall} (${verdict(found >= AIMS.recall)}).`
  );
}

/** Returns a table with a row per class, over all seeds. */
export function scoresByClass(scores: readonly Score[]): string {
  const ids = [...new Set(scores.flatMap((score) => [...score.byClass.keys()]))];
  const lines = ids.map((id) => {
    const own = scores.flatMap((score) => score.byClass.get(id) ?? []);
    const sum = (pick: (counts: (typeof own)[number]) => number) =>
      own.reduce((total, counts) => total + pick(counts), 0);
    const counts: Counts = {
      right: sum(({ right }) => right),
      wrong: sum(({ wrong }) => wrong),
      missing: sum(({ missing }) => missing),
    };
    const documents = sum((entry) => entry.documents);
    const share = documents === 0 ? null : sum((entry) => entry.rightClasses) / documents;
    return [
      id,
      String(documents),
      format(share, 3),
      format(precision(counts), 3),
      format(recall(counts), 3),
    ];
  });
  return toMarkdownTable([
    ["Class, held out, PDF", "Documents", "Class", "Precision", "Recall"],
    ...lines,
  ]);
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function spread(values: readonly number[]): string {
  const mean = meanOf(values);
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return `${mean.toFixed(3)} ± ${Math.sqrt(variance).toFixed(3)}`;
}
