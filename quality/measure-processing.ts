import { type BenchSurroundings, describeMachine, format } from "@/bench/report/report";
import { createIsolatedProcessor } from "@/lib/adapters/processor/isolated-processor";
import type { Processor } from "@/lib/processing/ports";
import { judge } from "@/lib/processing/rules/judging/judge";
import type { Judgement } from "@/lib/processing/rules/judging/judgement";
import { SHIPPED_CLASSES } from "@/lib/processing/rules/judging/shipped-classes";
import { bundledProcessor } from "@/testing/bundled-processor";
import { drawPdf } from "./draw-pdf";
import { judgePdf } from "./judge-pdf";
import { makeDocuments, type TestDocument } from "./make-documents";
import { describeReading, measureReading } from "./reading";
import { addTo, emptyScore, type Score } from "./score";
import { scoresByClass, scoresOfRuns, verdictsOf } from "./score-tables";
import type { Template } from "./template";
import { HELD_OUT, TUNE } from "./templates/all-templates";

/** The number of seeds that are used with each template. */
interface ProcessingPlan {
  readonly seeds: number;
}

type JudgeOne = (document: TestDocument) => Promise<Judgement>;

/**
 * Classifies generated documents of all templates, and reports the results for the held-out templates, which were not
 * used to tune rules. Each document is classified twice: from its PDF, by the product's program, and from the text that
 * reading the PDF should produce.
 */
export async function measureProcessing(
  { seeds }: ProcessingPlan,
  { say, signal }: BenchSurroundings,
): Promise<string> {
  const program = await bundledProcessor();
  const processor = createIsolatedProcessor({ program, version: "bench", atOnceMax: 1 });
  try {
    const all = (templates: readonly Template[], isDegraded: boolean, judgeOne: JudgeOne) =>
      judgeAll(templates, { seeds, isDegraded, judgeOne, signal });
    const heldOut = await all(HELD_OUT, false, throughPdf(processor));
    say("Classified the held-out templates as PDFs.");
    const runs = {
      "held out, PDF": heldOut,
      "held out, text": await all(HELD_OUT, false, throughText),
      "held out, worn copies, PDF": await all(HELD_OUT, true, throughPdf(processor)),
      "held out, worn copies, text": await all(HELD_OUT, true, throughText),
      "tuned on, PDF": await all(TUNE, false, throughPdf(processor)),
      "tuned on, text": await all(TUNE, false, throughText),
    };
    say("Classified all templates.");
    const judging = await cpuOfJudging(HELD_OUT);
    return [
      describeMachine(new Date()),
      scoresOfRuns(runs),
      verdictsOf(heldOut),
      scoresByClass(heldOut),
      describeReading(await measureReading(program)),
      `Classifying one document takes ${format(judging, 1)} ms of CPU.`,
    ].join("\n\n");
  } finally {
    await processor.close();
  }
}

/** Returns one score per seed. */
async function judgeAll(
  templates: readonly Template[],
  {
    seeds,
    isDegraded,
    judgeOne,
    signal,
  }: {
    readonly seeds: number;
    readonly isDegraded: boolean;
    readonly judgeOne: JudgeOne;
    readonly signal: AbortSignal;
  },
): Promise<Score[]> {
  const scores: Score[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const score = emptyScore();
    for (const document of makeDocuments(templates, seed, isDegraded)) {
      signal.throwIfAborted();
      addTo(score, document, await judgeOne(document));
    }
    scores.push(score);
  }
  return scores;
}

const throughPdf =
  (processor: Processor): JudgeOne =>
  async ({ drawn }) =>
    judgePdf(processor, await drawPdf(drawn));

const throughText: JudgeOne = async ({ pages }) =>
  judge({
    format: "pdf",
    pageCount: pages.length,
    pages,
    stated: null,
    findings: [],
    classes: SHIPPED_CLASSES,
    knownParties: [],
  });

/** Returns the milliseconds of CPU per document, after a warm-up. */
async function cpuOfJudging(templates: readonly Template[]): Promise<number> {
  const documents = makeDocuments(templates, 1, false);
  for (const document of documents) await throughText(document);
  const before = process.cpuUsage();
  for (const document of documents) await throughText(document);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / documents.length;
}
