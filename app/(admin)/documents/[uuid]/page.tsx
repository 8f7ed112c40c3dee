import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireRole } from "@/app/access/require-role";
import { loadedDocument } from "@/app/serving/loaded-document";
import { DocumentPageView } from "@/components/documents/page/document-page-view";
import { looksLikePdf } from "@/components/documents/preview/pdf/looks-like-pdf";
import { DOCUMENT_PAGE_TEXTS } from "@/components/texts/en/document-page-texts";
import { LoadingBoundary } from "@/components/ui/loading-boundary";
import { DocumentLoading } from "./document-loading";
import { EarlyScript } from "./early-script";
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
  await requireRole("reader");
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
      <DocumentPageView key={key} page={page} file={file} />
      {isWhole && file && looksLikePdf({ name, contentType }) && <EarlyScript file={file} />}
    </>
  );
}
