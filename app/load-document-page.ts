import type { Container } from "@/app/container";
import { nameActors } from "@/lib/accounts/use-cases/audit-log";
import {
  getDocumentContent,
  getDocumentTimeline,
} from "@/lib/documents/use-cases/staged-documents";
import { type FileUrl, renderFileUrl } from "@/lib/http/documents/cockpit-schemas";
import type { DocumentPage } from "@/lib/http/documents/document-page-schemas";
import { renderDocumentPage } from "@/lib/http/documents/render-document-page";
import type { Person } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { listDocumentDeliveries } from "@/lib/notifications/use-cases/delivery-log";

/**
 * Loads everything that a document's page shows, from several areas. The number of SQL statements is fixed, no matter how
 * long the history is.
 * @throws DomainError `staged-document-not-found`, `database-unavailable`
 */
export async function loadDocumentPage(
  ports: Container["ports"],
  viewer: Person,
  uuid: string,
): Promise<DocumentPage> {
  const timeline = await getDocumentTimeline(ports, uuid);
  const { document, createdBy, report, changes, events } = timeline;
  const acted = [...(report ? [report] : []), ...changes, ...events];
  const deliveries = await listDocumentDeliveries(ports, document.uuid);
  const attempts = deliveries.notifications.flatMap((notification) => notification.deliveries);
  const { classification } = document;
  const reviewed = [...(classification?.fields ?? []), ...(classification?.absentFields ?? [])];
  const actors = [
    createdBy,
    ...[classification?.documentClassSetBy, ...reviewed.map(({ setBy }) => setBy)].filter(
      (setBy) => setBy !== undefined,
    ),
    ...acted.map(({ actor }) => actor),
    ...attempts.flatMap(({ author }) => author ?? []),
  ];
  const [names, asset, classes, choice] = await Promise.all([
    nameActors(ports, actors),
    ports.assets.findByIdentifier(document.assetIdentifier),
    classification ? ports.vocabulary.listClasses() : [],
    ports.processing.choice(),
  ]);
  const assetName = asset?.name ?? null;
  return renderDocumentPage({ timeline, deliveries, names, assetName, classes, choice, viewer });
}

/** A document's page, and the URL of its bytes as `GET …/file-url` returns it; null if the document has none. */
export interface PageWithFile {
  readonly page: DocumentPage;
  readonly file: FileUrl | null;
}

/**
 * Loads a document's page with the URL of its bytes, so that the preview can start at once.
 * @throws DomainError `staged-document-not-found`, `database-unavailable`
 */
export async function loadPageWithFile(
  ports: Container["ports"],
  viewer: Person,
  uuid: string,
): Promise<PageWithFile> {
  const [page, file] = await Promise.all([
    loadDocumentPage(ports, viewer, uuid),
    loadFileUrl(ports, uuid),
  ]);
  return { page, file };
}

/** The page itself explains why a document has no bytes. */
async function loadFileUrl(ports: Container["ports"], uuid: string): Promise<FileUrl | null> {
  try {
    return renderFileUrl(await getDocumentContent(ports, uuid));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
