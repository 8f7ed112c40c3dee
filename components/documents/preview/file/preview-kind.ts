import { sniff } from "@/lib/processing/rules/formats/sniff";
import { PreviewRefusal } from "./preview-refusal";

/** How a document can be shown. */
export type PreviewKind =
  | { readonly kind: "pdf" }
  /** An image in a format that browsers decode without running anything. */
  | { readonly kind: "image"; readonly mediaType: string }
  | { readonly kind: "text"; readonly isTable: boolean };

/** Never SVG, which can contain scripts. Few browsers decode TIFF, HEIC and JPEG 2000. */
const IMAGES = ["png", "jpeg", "gif", "webp", "avif", "bmp"].map((type) => `image/${type}`);
const TABLES = ["csv", "xlsx"];

/**
 * Decides how to show the file that begins with these bytes, by its content and never by its name or its declared type.
 * @throws PreviewRefusal `empty`, `encrypted` or `format`
 */
export function previewKind(head: Uint8Array): PreviewKind {
  const { kind, format } = sniff(head);
  switch (kind) {
    case "pdf":
      return { kind };
    case "docx":
    case "xlsx":
    case "eml":
    case "text":
    case "csv":
    case "html":
    case "invoice-xml":
      return { kind: "text", isTable: TABLES.includes(kind) };
    case "empty":
    case "encrypted":
      throw new PreviewRefusal(kind);
    case "executable":
    case "other":
      if (IMAGES.includes(format)) return { kind: "image", mediaType: format };
      throw new PreviewRefusal("format", { format });
  }
}
