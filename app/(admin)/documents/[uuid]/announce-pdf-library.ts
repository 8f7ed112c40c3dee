import { headers } from "next/headers";
import { preloadModule } from "react-dom";
import { PARSER_URL, PDFJS_URL } from "@/components/documents/preview/pdf/pdfjs-files";

/** Names the PDF library in the head of the page, so that it comes with the page's own scripts. */
export async function announcePdfLibrary(): Promise<void> {
  const [, nonce] =
    /'nonce-([^']+)'/.exec((await headers()).get("content-security-policy") ?? "") ?? [];
  const options = nonce === undefined ? {} : { nonce };
  preloadModule(PDFJS_URL, { ...options, as: "script" });
  preloadModule(PARSER_URL, { ...options, as: "worker" });
}
