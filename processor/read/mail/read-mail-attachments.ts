import type { Attachment } from "postal-mime";
import { sniff } from "@/lib/processing/rules/formats/sniff";
import { LIMITS } from "@/lib/processing/rules/limits";
import type { ReadFormat } from "@/lib/processing/rules/reading/page-text";
import {
  ReadError,
  type ReadingContext,
  type UnnumberedPage,
  type WholeText,
} from "../reading-context";

/** Reads a file in any readable format. @throws ReadError */
export type ReadPart = (
  bytes: Uint8Array<ArrayBuffer>,
  context: ReadingContext,
) => Promise<AttachedText>;

/** Everything read from an attachment, and its format. */
export interface AttachedText extends WholeText {
  readonly format: ReadFormat;
}

const NAME_CHARACTERS_MAX = 255;
/** The limit for a name after the names of all emails that contain the attachment. */
const NAMES_CHARACTERS_MAX = 1_000;
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
    const name = nameOf(attachment);
    const read = await tryPart(bytesOf(attachment), { ...context, depth: depth + 1 }, readPart);
    if (read !== null) pages.push(...attachedPages(name, read));
  }
  return pages;
}

/** Returns a name that can be stored and shown, whatever the sender wrote. */
function nameOf({ filename }: Attachment): string {
  const visible = (filename ?? "").replaceAll(/\p{Cc}/gu, " ").trim();
  return visible.slice(0, NAME_CHARACTERS_MAX).toWellFormed() || "attachment";
}

/** Returns the pages with the attachment's name; the first page carries the facts about it. */
function attachedPages(name: string, { pages, format, stated }: AttachedText): UnnumberedPage[] {
  const named = (inner: string | null) =>
    inner === null ? name : `${name}: ${inner}`.slice(0, NAMES_CHARACTERS_MAX).toWellFormed();
  return pages.map(({ part, attachment, size, lines }, index) => {
    const inner = attachment && { ...attachment, name: named(attachment.name) };
    const facts = index === 0 ? { name, format, stated } : inner;
    return {
      part: named(part),
      isAttachment: true,
      ...(facts ? { attachment: facts } : {}),
      size,
      lines,
    };
  });
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
): Promise<AttachedText | null> {
  const { format } = sniff(bytes);
  try {
    return await readPart(bytes, context);
  } catch (error) {
    const reason = error instanceof ReadError ? error.code : "processing-failed";
    context.findings.add("attachment-not-read", { format, reason });
    return null;
  }
}
