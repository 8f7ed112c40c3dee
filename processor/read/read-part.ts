import { sniff } from "@/lib/processing/rules/formats/sniff";
import { LIMITS } from "@/lib/processing/rules/limits";
import type { ReadFormat } from "@/lib/processing/rules/reading/file-facts";
import type { UnnumberedPage } from "./document-part";
import { findTestVirus } from "./find-test-virus";
import type { AttachedText } from "./mail/read-mail-attachments";
import { readPdf } from "./pdf/read-pdf";
import { ReadError } from "./read-error";
import { readWhole } from "./read-whole";
import type { ReadingContext } from "./reading-context";

/**
 * Reads a file contained in another file, in one go.
 * @throws ReadError
 */
export async function readPart(
  bytes: Uint8Array<ArrayBuffer>,
  context: ReadingContext,
): Promise<AttachedText> {
  if (context.depth > LIMITS.mailDepthMax) {
    throw new ReadError("limit-exceeded", { limit: "mail-depth", maximum: LIMITS.mailDepthMax });
  }
  findTestVirus(bytes, context.findings);
  const sniffed = sniff(bytes);
  if (sniffed.kind !== "pdf") {
    const whole = await readWhole(bytes, sniffed, context, readPart);
    return { ...whole, format: sniffed.kind as ReadFormat };
  }
  const pages: UnnumberedPage[] = [];
  const onPage = ({ size, lines }: Pick<UnnumberedPage, "size" | "lines">) =>
    void pages.push({ part: null, isAttachment: true, size, lines });
  const { pageCount, stated } = await readPdf(
    bytes,
    { firstPage: 1, lastPageMax: LIMITS.pagesMax, onPage },
    context,
  );
  const unread = pageCount - pages.length;
  if (unread > 0) context.findings.add("attachment-pages-not-read", { count: unread });
  return { pages, stated, format: "pdf" };
}
