import type { Processor } from "@/lib/processing/ports";
import type { Judgement } from "@/lib/processing/rules/judging/judgement";
import { SHIPPED_CLASSES } from "@/lib/processing/rules/judging/shipped-classes";

/** Reads and classifies a PDF as the product does, in separate programs. @throws Error if it cannot be read */
export async function judgePdf(processor: Processor, pdf: Buffer): Promise<Judgement> {
  const read = await processor.read({
    bytes: async () => piecesOf(pdf),
    sizeBytes: pdf.length,
    firstPage: 1,
  });
  if (read.kind !== "pages") throw new Error(`The document could not be read: ${read.code}.`);
  const { format, pageCount, pages, stated, findings } = read;
  return processor.judge({
    format,
    pageCount,
    pages,
    stated,
    findings,
    classes: SHIPPED_CLASSES,
    knownParties: [],
  });
}

async function* piecesOf(pdf: Buffer): AsyncGenerator<Uint8Array> {
  yield pdf;
}
