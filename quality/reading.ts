import { format, toMarkdownTable, verdict } from "@/bench/report/report";
import { createIsolatedProcessor } from "@/lib/adapters/processor/isolated-processor";
import { drawPdf } from "./draw-pdf";
import { familyUse } from "./family-use";
import { judgePdf } from "./judge-pdf";
import { makeDocuments } from "./make-documents";
import { HELD_OUT } from "./templates/all-templates";

/**
 * The cost of reading and classifying a one-page text PDF; each figure is the median of several rounds. CPU is null if it
 * cannot be measured.
 */
export interface ReadingFigures {
  /** The cost of starting both programs and processing their first document. */
  readonly coldCpuSeconds: number | null;
  /** The cost of processing each further document in the same programs. */
  readonly warmCpuSeconds: number | null;
  /** The peak memory of the larger program. */
  readonly peakMegabytes: number | null;
  readonly perMinuteWarm: number;
}

const ROUNDS = 5;
const WARM_DOCUMENTS = 40;
const WARM_CPU_SECONDS_MAX = 0.15;

/**
 * Measures cold and warm programs in turn, including the work that this process does for them. @param program the bundle
 */
export async function measureReading(program: string): Promise<ReadingFigures> {
  const pages = makeDocuments(HELD_OUT, 1, false).filter(({ drawn }) => drawn.length === 1);
  const pdfs = await Promise.all(pages.map(({ drawn }) => drawPdf(drawn)));
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(program, pdfs));
  return {
    coldCpuSeconds: median(rounds.map(({ cold }) => cold)),
    warmCpuSeconds: median(rounds.map(({ warm }) => warm)),
    peakMegabytes: Math.max(...rounds.map(({ megabytes }) => megabytes)) || null,
    perMinuteWarm: median(rounds.map(({ perMinute }) => perMinute)) ?? 0,
  };
}

/** Formats the figures as a table. */
export function describeReading(figures: ReadingFigures): string {
  const { coldCpuSeconds, warmCpuSeconds, peakMegabytes, perMinuteWarm } = figures;
  const isMet = warmCpuSeconds !== null && warmCpuSeconds <= WARM_CPU_SECONDS_MAX;
  const table = toMarkdownTable([
    ["Reading and classifying a one-page text PDF", ""],
    ["CPU with cold programs, s", format(coldCpuSeconds, 2)],
    ["CPU with warm programs, s", format(warmCpuSeconds, 3)],
    ["documents per minute, one at a time", format(perMinuteWarm, 0)],
    ["peak memory of the reader, MiB", format(peakMegabytes, 0)],
  ]);
  return `${table}\n\nTarget with warm programs: at most ${WARM_CPU_SECONDS_MAX} s: ${verdict(isMet)}.`;
}

async function measureRound(program: string, pdfs: readonly Buffer[]) {
  const processor = createIsolatedProcessor({ program, version: "bench", atOnceMax: 1 });
  const [first = Buffer.alloc(0)] = pdfs;
  try {
    const before = cpuSeconds();
    await judgePdf(processor, first);
    const cold = cpuSeconds();
    const startMs = performance.now();
    for (let index = 0; index < WARM_DOCUMENTS; index += 1) {
      await judgePdf(processor, pdfs[index % pdfs.length] ?? first);
    }
    return {
      cold: minus(cold, before),
      warm: minus(cpuSeconds(), cold, WARM_DOCUMENTS),
      megabytes: familyUse()?.programMegabytes ?? 0,
      perMinute: (WARM_DOCUMENTS * 60_000) / (performance.now() - startMs),
    };
  } finally {
    await processor.close();
  }
}

const cpuSeconds = () => familyUse()?.cpuSeconds ?? null;

const minus = (after: number | null, before: number | null, share = 1) =>
  after === null || before === null ? null : (after - before) / share;

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).sort((one, other) => one - other);
  return known[Math.floor(known.length / 2)] ?? null;
}
