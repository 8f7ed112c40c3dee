import type { DocumentTimeline } from "@/lib/documents/ports/document-timelines";
import { documentActions } from "@/lib/documents/rules/document-actions";
import type { ProcessorChoice } from "@/lib/documents/rules/processor-choice";
import { STATUS } from "@/lib/documents/rules/status";
import type { Person } from "@/lib/kernel/rules/actor";
import type { CarryingNotification } from "@/lib/notifications/ports/document-deliveries";
import type { DocumentClass } from "@/lib/processing/rules/judgement";
import { pick } from "../core/pick";
import { failure } from "../core/schemas";
import { type DocumentPage, type PageDocument, pageDocument } from "./document-page-schemas";
import { renderActor, renderTimeline } from "./render-document-timeline";
import { renderPageClassification } from "./render-page-classification";

/** What a document's page is made of. */
export interface DocumentPageParts {
  readonly timeline: DocumentTimeline;
  readonly deliveries: {
    readonly notifications: readonly CarryingNotification[];
    readonly hasWebhook: boolean;
  };
  /** Of each actor that is named in the timeline; what is left out has none. */
  readonly names: ReadonlyMap<string, { readonly name: string | null }>;
  /** null: no asset has the identifier. */
  readonly assetName: string | null;
  readonly classes: readonly DocumentClass[];
  readonly choice: ProcessorChoice;
  readonly viewer: Person;
}

/** The page of a document; never a write capability, never an object key. */
export function renderDocumentPage(parts: DocumentPageParts): DocumentPage {
  return {
    document: renderDocument(parts),
    actions: documentActions(parts.timeline.document, parts.viewer, parts.choice).map((offered) => ({
      ...offered,
      statuses: [...offered.statuses],
    })),
    timeline: renderTimeline(parts),
    viewer: { role: parts.viewer.kind },
  };
}

function renderDocument({ timeline, names, assetName, classes }: DocumentPageParts): PageDocument {
  const { document, duplicateName, createdBy } = timeline;
  const { status, file, duplicateOf, classification, processingRun: run } = document;
  const isWaiting = status === STATUS.waitingForUpload;
  return pick(pageDocument, {
    ...{ ...document, run, assetName },
    createdBy: renderActor(createdBy, names),
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
