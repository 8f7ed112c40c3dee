import type { Container } from "@/app/container";
import { nameActors } from "@/lib/accounts/use-cases/audit-log";
import { getDocumentTimeline } from "@/lib/documents/use-cases/staged-documents";
import type { DocumentPage } from "@/lib/http/documents/document-page-schemas";
import { renderDocumentPage } from "@/lib/http/documents/render-document-page";
import type { Person } from "@/lib/kernel/rules/actor";
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
  const actors = [
    createdBy,
    ...acted.map(({ actor }) => actor),
    ...attempts.flatMap(({ author }) => author ?? []),
  ];
  const [names, asset, classes, choice] = await Promise.all([
    nameActors(ports, actors),
    ports.assets.findByIdentifier(document.assetIdentifier),
    document.classification ? ports.vocabulary.listClasses() : [],
    ports.processing.choice(),
  ]);
  const assetName = asset?.name ?? null;
  return renderDocumentPage({ timeline, deliveries, names, assetName, classes, choice, viewer });
}
