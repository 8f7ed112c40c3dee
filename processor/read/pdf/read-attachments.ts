import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { sniff } from "@/lib/processing/rules/formats/sniff";
import type { StatedFacts } from "@/lib/processing/rules/reading/file-facts";
import { readInvoice } from "../invoice/read-invoice";
import type { ReadingContext } from "../reading-context";

/** The properties of the library's attachments that we use. */
interface Attachment {
  readonly content?: unknown;
}

const INVOICE_BYTES_MAX = 20 * 1024 * 1024;

/**
 * Reads the e-invoice attached to a PDF (Factur-X, ZUGFeRD, XRechnung), whatever its name; null if no attachment is a
 * readable e-invoice. Other attachments become a finding.
 */
export async function readAttachments(
  document: PDFDocumentProxy,
  { findings }: ReadingContext,
): Promise<StatedFacts | null> {
  const attachments = await document.getAttachments().catch(() => null);
  const files: Attachment[] = Object.values(attachments ?? {});
  let stated: StatedFacts | null = null;
  let others = 0;
  for (const { content } of files) {
    const invoice = content instanceof Uint8Array ? tryInvoice(content) : null;
    if (invoice) stated ??= { ...invoice, source: "factur-x" };
    else others += 1;
  }
  if (others > 0) findings.add("contains-embedded-files", { count: others });
  return stated;
}

/** A broken e-invoice must not prevent reading the text of its PDF. */
function tryInvoice(content: Uint8Array): StatedFacts | null {
  if (content.length > INVOICE_BYTES_MAX || sniff(content).kind !== "invoice-xml") return null;
  try {
    return readInvoice(content).stated;
  } catch {
    return null;
  }
}
