import PDFDocument from "pdfkit";
import { callProgram } from "@/lib/adapters/processor/call-program";
import { measureProcess } from "@/lib/adapters/processor/measure-process";
import { createProgramPool } from "@/lib/adapters/processor/program-pool";
import type { Program } from "@/lib/adapters/processor/start-program";
import { LIMITS } from "@/lib/processing/rules/limits";

/** What reading a text PDF of one page takes: medians. */
export interface ReadingFigures {
  /** The start of the program and its first document. */
  readonly coldCpuSeconds: number;
  /** Another document in the same program. */
  readonly warmCpuSeconds: number;
  readonly peakMegabytes: number;
  readonly documentsPerMinuteWarm: number;
}

const ROUNDS = 5;
const WARM_DOCUMENTS = 20;

/** Measures cold and warm readers in turns; CPU, not time, so that a busy machine changes little. @param program the bundle */
export async function measureReading(program: string): Promise<ReadingFigures> {
  const pdf = await invoicePage();
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureRound(program, pdf));
  const median = (values: readonly number[]) =>
    [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
  return {
    coldCpuSeconds: median(rounds.map(({ cold }) => cold)),
    warmCpuSeconds: median(rounds.map(({ warm }) => warm)),
    peakMegabytes: Math.max(...rounds.map(({ megabytes }) => megabytes)),
    documentsPerMinuteWarm: median(rounds.map(({ perMinute }) => perMinute)),
  };
}

/** The figures as lines for people. */
export function describeReading(figures: ReadingFigures): string[] {
  return [
    `CPU for a text PDF of one page, cold reader: ${figures.coldCpuSeconds.toFixed(2)} s`,
    `CPU for a text PDF of one page, warm reader: ${figures.warmCpuSeconds.toFixed(3)} s`,
    `Documents per minute, one warm reader:       ${Math.round(figures.documentsPerMinuteWarm)}`,
    `Peak memory of a reader:                     ${Math.round(figures.peakMegabytes)} MB`,
  ];
}

async function measureRound(program: string, pdf: Buffer) {
  const pool = createProgramPool(program, "read", 60_000);
  try {
    return await pool.use(async (reader) => {
      await readOnce(reader, pdf);
      const cold = cpuOf(reader);
      const startMs = performance.now();
      for (let count = 0; count < WARM_DOCUMENTS; count += 1) await readOnce(reader, pdf);
      const minutes = (performance.now() - startMs) / 60_000;
      const warm = (cpuOf(reader) - cold) / WARM_DOCUMENTS;
      const megabytes = measureProcess(reader.pid)?.memoryMegabytes ?? 0;
      const result = { cold, warm, megabytes, perMinute: WARM_DOCUMENTS / minutes };
      return { result, isReusable: false };
    });
  } finally {
    await pool.close();
  }
}

const cpuOf = ({ pid }: Program) => measureProcess(pid)?.cpuSeconds ?? 0;

/** @throws Error when the document is not read */
async function readOnce(reader: Program, pdf: Buffer): Promise<void> {
  const ended = await callProgram(reader, {
    header: { sizeBytes: pdf.length, firstPage: 1, textBytesRead: 0 },
    bytes: async () => piecesOf(pdf),
    cpuSecondsMax: LIMITS.cpuSecondsOfPageMax,
    onLine: (line) => typeof line === "object" && line !== null && "end" in line,
  });
  if (ended) throw new Error(`The reader ended: ${JSON.stringify(ended)}.`);
}

async function* piecesOf(pdf: Buffer): AsyncGenerator<Uint8Array> {
  yield pdf;
}

/** An invoice of one page with 40 positions. */
function invoicePage(): Promise<Buffer> {
  const document = new PDFDocument({ size: "A4" });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const isMade = new Promise<Buffer>((resolve) =>
    document.on("end", () => resolve(Buffer.concat(chunks))),
  );
  document.fontSize(9).text("Nord GmbH, Rechnung Nr. RE-2026-4711 vom 1. Februar 2026", 50, 50);
  for (let row = 1; row <= 40; row += 1) {
    document.text(`Position ${row}: Wartung der Heizung im Haus ${row}`, 50, 70 + row * 15);
    document.text(`${row * 10},00 EUR`, 450, 70 + row * 15);
  }
  document.end();
  return isMade;
}
