import type { DocumentEvent, DocumentTimeline, TimelineChange } from "@/lib/documents/ports";
import type {
  Classification,
  ClassifiedAttachment,
  ExtractedField,
} from "@/lib/documents/rules/classification";
import { documentActions } from "@/lib/documents/rules/document-actions";
import type { ProcessorChoice } from "@/lib/documents/rules/run-start";
import { findMove, STATUS } from "@/lib/documents/rules/status";
import type { Person } from "@/lib/kernel/rules/actor";
import type { CarryingNotification } from "@/lib/notifications/log-ports";
import { explainAttempt } from "@/lib/notifications/rules/explain-attempt";
import { explainNotification } from "@/lib/notifications/rules/explain-notification";
import { webhookIdOf } from "@/lib/notifications/rules/notification";
import type { DocumentClass } from "@/lib/processing/rules/judging/judgement";
import { pick } from "../core/pick";
import { failure } from "../core/schemas";
import {
  type DocumentPage,
  type PageActor,
  type PageChange,
  type PageClassification,
  type PageDocument,
  type PageEvent,
  type PageField,
  type PageNotification,
  pageDocument,
} from "./document-page-schemas";

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
    ...document,
    run,
    assetName,
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

/** Returns the results of processing, with the display names of classes and fields. */
function renderPageClassification(
  found: Classification,
  classes: readonly DocumentClass[],
): PageClassification {
  const { processor, attachments } = found;
  return {
    ...renderClassified(found, classes),
    processor,
    attachments: (attachments ?? []).map((one) => ({
      ...renderClassified(one, classes),
      name: one.name,
    })),
  };
}

/** Returns what a document and an attachment have in common. */
function renderClassified(
  found: Omit<ClassifiedAttachment, "name">,
  classes: readonly DocumentClass[],
) {
  const { documentClass, score, language, pages } = found;
  const definition = classes.find(({ id }) => id === documentClass);
  const labelled = (of: { readonly documentClass: string; readonly score: number }) => ({
    documentClass: of.documentClass,
    label:
      classes.find(({ id }) => id === of.documentClass)?.labels.en ?? wordsOf(of.documentClass),
    score: of.score,
  });
  return {
    ...labelled({ documentClass, score }),
    alternatives: (found.alternatives ?? []).map(labelled),
    language,
    pages,
    fields: found.fields.map((field) => renderField(field, definition)),
    findings: (found.findings ?? []).map(({ code, parameters }) => {
      const { field } = parameters;
      const named =
        typeof field === "string" ? { fieldLabel: labelOf(field, definition) } : undefined;
      return { code, parameters: { ...parameters, ...named } };
    }),
  };
}

function renderField(field: ExtractedField, definition: DocumentClass | undefined): PageField {
  const { name, value, score, page, text, bbox, check } = field;
  return {
    name,
    value,
    score,
    page,
    text,
    label: labelOf(name, definition),
    type: definition?.fields.find((each) => each.name === name)?.type ?? "text",
    bbox: bbox ? [...bbox] : null,
    check: check ?? null,
  };
}

const labelOf = (name: string, definition: DocumentClass | undefined): string =>
  definition?.fields.find((field) => field.name === name)?.labels.en[0] ?? wordsOf(name);

/** Splits a name chosen by another processor, such as `invoiceNumber` or `purchase-order`, into words. */
function wordsOf(name: string): string {
  const words = name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[-_]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? name : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Everything that a document's page is composed of. */
export interface DocumentPageParts {
  readonly timeline: DocumentTimeline;
  readonly deliveries: {
    readonly notifications: readonly CarryingNotification[];
    readonly hasWebhook: boolean;
  };
  /** The names of actors in the timeline. Actors whose names are not known are missing from the map. */
  readonly names: ReadonlyMap<string, { readonly name: string | null }>;
  /** The name of the asset with the document's identifier; null if no asset has it. */
  readonly assetName: string | null;
  readonly classes: readonly DocumentClass[];
  readonly choice: ProcessorChoice;
  readonly viewer: Person;
}

type Names = DocumentPageParts["names"];

/** Returns changes and events in one timeline, newest first, with the notifications that contain them. */
function renderTimeline({
  timeline: { changes, events, leftOut },
  deliveries: { notifications, hasWebhook },
  names,
}: DocumentPageParts): DocumentPage["timeline"] {
  const entries = [
    ...changes.map((change) => renderChange(change, names)),
    ...events.map((event) => renderEvent(event, names)),
  ];
  return {
    // Changes are ordered by id, which may differ from their order in time. The sort is stable, so changes with equal
    // times stay ordered by id.
    entries: entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).reverse(),
    leftOut,
    notifications: notifications.map((notification) =>
      renderNotification(notification, hasWebhook, names),
    ),
  };
}

/** Returns the actor, with the actor's name if it is known. */
export const renderActor = (actor: string, names: Names): PageActor => ({
  actor,
  name: names.get(actor)?.name ?? null,
});

function renderChange(change: TimelineChange, names: Names): PageChange {
  const { id, previousStatus, currentStatus, at, reason, note, notificationId } = change;
  const rule = findMove(previousStatus, currentStatus);
  return {
    kind: "change",
    id: String(id),
    at: at.toISOString(),
    actor: renderActor(change.actor, names),
    previousStatus,
    currentStatus,
    reason,
    note,
    notificationId,
    rule: rule && { isNotified: rule.isNotified, movers: [...rule.movers], when: rule.when },
    telling: tellingOf(change, rule?.isNotified ?? false),
  };
}

function tellingOf(
  { notified, notificationId }: TimelineChange,
  isListed: boolean,
): PageChange["telling"] {
  if (notificationId !== null) return "told";
  if (notified) return "waiting";
  return isListed ? "no-webhook" : "not-listed";
}

const renderEvent = (
  { id, kind, actor, at, assets, note }: DocumentEvent,
  names: Names,
): PageEvent => ({
  kind: "event",
  id: String(id),
  at: at.toISOString(),
  actor: renderActor(actor, names),
  event: kind,
  assets,
  note,
});

function renderNotification(
  notification: CarryingNotification,
  hasWebhook: boolean,
  names: Names,
): PageNotification {
  const { id, state, itemCount, createdAt, attempts, nextAttemptAt, deliveries } = notification;
  const webhookId = webhookIdOf(id);
  return {
    id,
    state,
    itemCount,
    attempts,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    situation: explainNotification({ ...notification, hasWebhook }),
    deliveries: deliveries.map(({ number, at, cause, author, status, totalMs, ...facts }) => {
      const explained = explainAttempt({
        ...facts,
        webhookId,
        at,
        status,
        code: facts.failureCode,
      });
      return {
        number,
        at: at.toISOString(),
        cause,
        author: author === null ? null : renderActor(author, names),
        status,
        totalMs,
        sentence: explained?.sentence ?? null,
        fix: explained?.fix ?? null,
      };
    }),
  };
}
