import { documentActions } from "@/lib/documents/rules/document-actions";
import { STATUS } from "@/lib/documents/rules/status";
import { pick } from "../core/pick";
import { failure } from "../core/schemas";
import type { DocumentPageParts } from "./document-page-parts";
import { type DocumentPage, type PageDocument, pageDocument } from "./document-page-schemas";
import { renderActor, renderTimeline } from "./render-document-timeline";
import { renderPageClassification } from "./render-page-classification";

/**
 * Returns everything that the page of a document shows, without anything that allows writing and without its object key.
 */
export function renderDocumentPage(parts: DocumentPageParts): DocumentPage {
  return {
    document: renderDocument(parts),
    actions: documentActions(parts.timeline.document, parts.viewer, parts.choice).map(
      (offered) => ({
        ...offered,
        statuses: [...offered.statuses],
      }),
    ),
    timeline: renderTimeline(parts),
    viewer: { role: parts.viewer.kind },
  };
}

function renderDocument({ timeline, names, assetName, classes }: DocumentPageParts): PageDocument {
  const { document, duplicateName, createdBy, report } = timeline;
  const { status, file, duplicateOf, classification, processingRun: run } = document;
  const isWaiting = status === STATUS.waitingForUpload;
  return pick(pageDocument, {
    ...{ ...document, run, assetName },
    createdBy: renderActor(createdBy, names),
    // If the sweeper found the upload, nobody reported it.
    report:
      report && report.actor !== "sweeper"
        ? { at: report.at.toISOString(), actor: renderActor(report.actor, names) }
        : null,
    file: file && {
      size: file.sizeBytes,
      contentType: file.contentType,
      sha256: file.sha256,
      verifiedAt: file.verifiedAt.toISOString(),
      erasedAt: file.erasedAt?.toISOString() ?? null,
    },
    hasContent: !isWaiting && file !== null && file.erasedAt === null,
    duplicateOf:
      duplicateOf === null ? null : { uuid: duplicateOf, name: duplicateName ?? duplicateOf },
    failure: document.failure && pick(failure, document.failure),
    classification: classification && renderPageClassification(classification, classes),
  });
}
