import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { requirePage } from "@/app/access/require-role";
import { loadedDocument } from "@/app/serving/loaded-document";
import { DocumentPageView } from "@/components/documents/page/document-page-view";
import {
  looksLikePdf,
  PARSER_URL,
  PDFJS_URL,
} from "@/components/documents/preview/pdf/pdfjs-files";
import { DOCUMENT_PAGE_TEXTS } from "@/components/texts/en/document-page-texts";
import { LoadingBoundary } from "@/components/ui/loading-boundary";
import type { FileUrl } from "@/lib/http/documents/cockpit-schemas";
import { DocumentLoading } from "./document-loading";
import { loadDocument } from "./load-document";

interface Route {
  readonly params: Promise<{ uuid: string }>;
}

/** Uses the document's name as the page title, so that users find the right browser tab. */
export async function generateMetadata({ params }: Route): Promise<Metadata> {
  const loaded = await loadDocument((await params).uuid);
  return { title: loaded?.page.document.name ?? DOCUMENT_PAGE_TEXTS.notFoundTitle };
}

/** One document: its data, its history and the available actions. */
export default async function DocumentPage({ params }: Route) {
  await requirePage("/documents/[uuid]");
  const { uuid } = await params;
  const isWhole = (await loadedDocument()) !== null;
  return (
    <LoadingBoundary isWhole={isWhole} fallback={<DocumentLoading />}>
      <LoadedPage uuid={uuid} isWhole={isWhole} />
    </LoadingBoundary>
  );
}

async function LoadedPage({ uuid, isWhole }: { readonly uuid: string; readonly isWhole: boolean }) {
  const loaded = await loadDocument(uuid);
  if (!loaded) notFound();
  const { page, file } = loaded;
  const { name, uuid: key, file: reported } = page.document;
  const contentType = reported?.contentType ?? null;
  return (
    <>
      {isWhole && file && looksLikePdf({ name, contentType }) && <Preloads file={file} />}
      <DocumentPageView key={key} page={page} file={file} />
    </>
  );
}

/**
 * Lets the browser load the PDF library and its parser with the page, and connect to the object store. Otherwise, it would
 * do so only once React runs (decision 0082). React moves these links to the head. Its own `preload` has no effect when a
 * server component calls it.
 */
async function Preloads({ file: { url } }: { readonly file: FileUrl }) {
  const policy = (await headers()).get("content-security-policy") ?? "";
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(policy) ?? [];
  return (
    <>
      <link rel="preconnect" href={new URL(url).origin} crossOrigin="anonymous" />
      <link rel="modulepreload" href={PDFJS_URL} nonce={nonce} />
      <link rel="preload" as="script" href={PARSER_URL} nonce={nonce} />
    </>
  );
}
