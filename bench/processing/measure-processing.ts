import { describeMachine } from "@/bench/describe-machine";
import { format, toMarkdownTable, verdict } from "@/bench/markdown-table";
import type { BenchSurroundings } from "@/bench/run-bench";
import { judge } from "@/lib/processing/rules/judge";
import { SHIPPED_CLASSES } from "@/lib/processing/rules/vocabulary/shipped-classes";
import { type MadeDocument, makeDocuments } from "./make-documents";
import { addTo, emptyScore, precision, recall, type Score } from "./score";
import type { Template } from "./template";
import { HELD_OUT, TUNE } from "./templates/all-templates";

/** How many seeds each template gets. */
interface ProcessingPlan {
  readonly seeds: number;
}

interface Run {
  readonly scores: Score[];
  readonly cpuMs: number;
  readonly documents: number;
}

const AIMS = { classes: 0.95, precision: 0.95, recall: 0.92 } as const;

/** Judges made documents of all templates through their text, and reports what the templates that rules were not tuned on give. */
export async function measureProcessing(
  { seeds }: ProcessingPlan,
  { say }: BenchSurroundings,
): Promise<string> {
  const runs = {
    "held out": judgeAll(HELD_OUT, seeds, false),
    "held out, worn copies": judgeAll(HELD_OUT, seeds, true),
    "tuned on": judgeAll(TUNE, seeds, false),
  };
  say("Judged all templates.");
  const heldOut = runs["held out"];
  return [
    describeMachine(new Date()),
    summary(runs),
    verdicts(heldOut),
    byClass(heldOut),
    `Judging one document took ${format(heldOut.cpuMs / heldOut.documents, 1)} ms of CPU; the process reached ${format(process.resourceUsage().maxRSS / 1024, 0)} MiB.`,
  ].join("\n\n");
}

function judgeAll(templates: readonly Template[], seeds: number, isDegraded: boolean): Run {
  const scores: Score[] = [];
  let cpuMs = 0;
  let documents = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const score = emptyScore();
    for (const document of makeDocuments(templates, seed, isDegraded)) {
      const before = process.cpuUsage();
      const judgement = judgeOne(document);
      const { user, system } = process.cpuUsage(before);
      cpuMs += (user + system) / 1000;
      documents += 1;
      addTo(score, document, judgement);
    }
    scores.push(score);
  }
  return { scores, cpuMs, documents };
}

function judgeOne({ pages }: MadeDocument) {
  return judge({
    format: "pdf",
    pageCount: pages.length,
    pages,
    stated: null,
    findings: [],
    classes: SHIPPED_CLASSES,
    knownParties: [],
  });
}

function summary(runs: Readonly<Record<string, Run>>): string {
  const head = ["Templates", "Documents", "Class", "Precision", "Recall"];
  const lines = Object.entries(runs).map(([name, { scores, documents }]) => [
    name,
    String(documents),
    spread(scores.map((score) => score.rightClasses / score.documents)),
    spread(scores.map(({ fields }) => precision(fields) ?? 0)),
    spread(scores.map(({ fields }) => recall(fields) ?? 0)),
  ]);
  return toMarkdownTable([head, ...lines]);
}

function verdicts({ scores }: Run): string {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const classes = mean(scores.map((score) => score.rightClasses / score.documents));
  const right = mean(scores.map(({ fields }) => precision(fields) ?? 0));
  const found = mean(scores.map(({ fields }) => recall(fields) ?? 0));
  return (
    `Aims for templates held out: class at least ${AIMS.classes} (${verdict(classes >= AIMS.classes)}), ` +
    `precision at least ${AIMS.precision} (${verdict(right >= AIMS.precision)}), ` +
    `recall at least ${AIMS.recall} (${verdict(found >= AIMS.recall)}).`
  );
}

/** Mean and standard deviation over the seeds. */
function spread(values: readonly number[]): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return `${mean.toFixed(3)} ± ${Math.sqrt(variance).toFixed(3)}`;
}

function byClass({ scores }: Run): string {
  const ids = [...new Set(scores.flatMap((score) => [...score.byClass.keys()]))];
  const lines = ids.map((id) => {
    const own = scores.flatMap((score) => score.byClass.get(id) ?? []);
    const sum = (pick: (counts: (typeof own)[number]) => number) =>
      own.reduce((total, counts) => total + pick(counts), 0);
    const counts = {
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
    ["Class, held out", "Documents", "Class", "Precision", "Recall"],
    ...lines,
  ]);
}
