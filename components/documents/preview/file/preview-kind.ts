import { sniff } from "@/lib/processing/rules/sniff";
import { PreviewRefusal } from "./preview-refusal";

/** How a document is shown. */
export type PreviewKind =
  | { readonly kind: "pdf" }
  /** Of a format that browsers decode without running anything. */
  | { readonly kind: "image"; readonly mediaType: string }
  | { readonly kind: "text"; readonly isTable: boolean };

/** Never SVG: it is a program. TIFF, HEIC and JPEG 2000 are decoded by few browsers. */
const IMAGES = ["png", "jpeg", "gif", "webp", "avif", "bmp"].map((type) => `image/${type}`);
const TABLES = ["csv", "xlsx"];

/**
 * How the file that begins with these bytes is shown: by its content, never by its name or by what its uploader said.
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
