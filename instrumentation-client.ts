/**
 * Next runs this file before React, on each page. The page of a document opens its preview here and draws the first page, which would
 * otherwise wait until React has taken over the whole page (decision 0065).
 */
if (location.pathname.startsWith("/documents/")) {
  import("@/components/documents/preview/early/begin-early-preview").then(
    ({ beginEarlyPreview }) => beginEarlyPreview(),
    // The preview then starts with its page.
    () => undefined,
  );
}
