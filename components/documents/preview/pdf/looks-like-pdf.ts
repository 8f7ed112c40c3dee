/**
 * Whether a document is a PDF according to its name or its declared type. This is only a hint about what to load early,
 * never about how to show the document.
 */
export const looksLikePdf = ({
  name,
  contentType,
}: {
  readonly name: string;
  readonly contentType: string | null;
}): boolean => contentType === "application/pdf" || name.toLowerCase().endsWith(".pdf");
