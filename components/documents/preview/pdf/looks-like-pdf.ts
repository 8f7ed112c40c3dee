/**
 * Whether a document is a PDF according to its name or its declared type. A hint for loading early, never for how to show
 * it.
 */
export const looksLikePdf = ({
  name,
  contentType,
}: {
  readonly name: string;
  readonly contentType: string | null;
}): boolean => contentType === "application/pdf" || name.toLowerCase().endsWith(".pdf");
