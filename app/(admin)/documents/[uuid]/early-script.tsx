import { headers } from "next/headers";
import { startEarly } from "@/components/documents/preview/early/early-start";
import { PARSER_URL, PDFJS_URL } from "@/components/documents/preview/pdf/pdfjs-files";
import { RANGE_BYTES } from "@/components/documents/preview/pdf/range-bytes";
import type { FileUrl } from "@/lib/http/documents/cockpit-schemas";

/**
 * Starts what the preview of a PDF waits for while the page's other scripts come. Browsers run it only in a document that they load;
 * after a navigation by the router the preview starts all of it itself.
 */
export async function EarlyScript({ file: { url, size } }: { readonly file: FileUrl }) {
  const policy = (await headers()).get("content-security-policy") ?? "";
  const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
  const range = `bytes=0-${Math.min(size, RANGE_BYTES) - 1}`;
  const files = { parser: PARSER_URL, file: url, range };
  return (
    <>
      <link rel="modulepreload" href={PDFJS_URL} nonce={nonce} />
      <script nonce={nonce}>{`(${startEarly})(${JSON.stringify(files)})`}</script>
    </>
  );
}
