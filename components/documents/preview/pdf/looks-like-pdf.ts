/** Whether a document is a PDF by its name or its declared type: a hint of what to load early, never of how to show it. */
export const looksLikePdf = ({
  name,
  contentType,
}: {
  readonly name: string;
  readonly contentType: string | null;
}): boolean => contentType === "application/pdf" || name.toLowerCase().endsWith(".pdf");
