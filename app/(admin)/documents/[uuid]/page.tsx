import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireRole } from "@/app/require-role";
import { DocumentPageView } from "@/components/documents/page/document-page-view";
import { DOCUMENT_PAGE_TEXTS } from "@/components/texts/en/document-page-texts";
import { loadDocument } from "./load-document";

interface Route {
  readonly params: Promise<{ uuid: string }>;
}

/** Uses the document's name as the page title, so that users find the right browser tab. */
export async function generateMetadata({ params }: Route): Promise<Metadata> {
  const page = await loadDocument((await params).uuid);
  return { title: page?.document.name ?? DOCUMENT_PAGE_TEXTS.notFoundTitle };
}

/** One document: its data, its history and the available actions. */
export default async function DocumentPage({ params }: Route) {
  await requireRole("reader");
  const page = await loadDocument((await params).uuid);
  if (!page) notFound();
  return <DocumentPageView key={page.document.uuid} page={page} />;
}
