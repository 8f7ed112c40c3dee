import type { Attachment } from "postal-mime";
import { sniff } from "@/lib/processing/rules/formats/sniff";
import { LIMITS } from "@/lib/processing/rules/limits";
import type { UnnumberedPage } from "../document-part";
import { ReadError } from "../read-error";
import type { ReadingContext } from "../reading-context";

/** Reads a file in any readable format. @throws ReadError */
export type ReadPart = (
  bytes: Uint8Array<ArrayBuffer>,
  context: ReadingContext,
) => Promise<readonly UnnumberedPage[]>;

/** The types of signatures and contact cards, which belong to the email itself and are not documents. */
const LEFT_OUT =
  /^(application\/(x-)?pkcs7-signature|application\/pgp-signature|text\/(x-)?vcard)$/;

/**
 * Reads the pages of an email's attachments. An unreadable attachment becomes a finding, and does not prevent reading the
 * email itself.
 */
export async function readMailAttachments(
  attachments: readonly Attachment[],
  context: ReadingContext,
  readPart: ReadPart,
): Promise<UnnumberedPage[]> {
  const { findings, budget, softEndMs, depth } = context;
  const wanted = attachments.filter((attachment) => !isOfTheMail(attachment));
  const pages: UnnumberedPage[] = [];
  for (const [index, attachment] of wanted.entries()) {
    const isEnough =
      index >= LIMITS.attachmentsMax || budget.isSpent || performance.now() > softEndMs;
    if (isEnough) {
      findings.add("attachments-not-read", { count: wanted.length - index });
      break;
    }
    const name = (attachment.filename ?? "").slice(0, 255) || "attachment";
    const read = await tryPart(bytesOf(attachment), { ...context, depth: depth + 1 }, readPart);
    for (const { part, size, lines } of read) {
      pages.push({
        part: part === null ? name : `${name}: ${part}`.slice(0, 1_000),
        isAttachment: true,
        size,
        lines,
      });
    }
  }
  return pages;
}

/** Whether the attachment belongs to the email itself, as an inline logo or a signature does. */
function isOfTheMail({ mimeType, related, disposition }: Attachment): boolean {
  if (LEFT_OUT.test(mimeType)) return true;
  return mimeType.startsWith("image/") && (related === true || disposition === "inline");
}

/** Returns a copy, because readers take ownership of the bytes they read. */
function bytesOf({ content }: Attachment): Uint8Array<ArrayBuffer> {
  if (typeof content === "string") return new TextEncoder().encode(content);
  return new Uint8Array(content instanceof Uint8Array ? content : new Uint8Array(content));
}

async function tryPart(
  bytes: Uint8Array<ArrayBuffer>,
  context: ReadingContext,
  readPart: ReadPart,
): Promise<readonly UnnumberedPage[]> {
  const { format } = sniff(bytes);
  try {
    return await readPart(bytes, context);
  } catch (error) {
    const reason = error instanceof ReadError ? error.code : "processing-failed";
    context.findings.add("attachment-not-read", { format, reason });
    return [];
  }
}
