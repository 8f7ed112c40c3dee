import type { DocumentEvent, DocumentTimeline, TimelineChange } from "@/lib/documents/ports";
import type {
  Classification,
  ClassifiedAttachment,
  ExtractedField,
} from "@/lib/documents/rules/classification";
import type { CorrectedItem } from "@/lib/documents/rules/corrections";
import { correctionTimeOf, documentActions } from "@/lib/documents/rules/document-actions";
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
import { renderClassFields } from "./correction-schemas";
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
    correcting: correctionTimeOf(parts.timeline.document, parts.viewer, parts.choice),
    timeline: renderTimeline(parts),
    viewer: { role: parts.viewer.kind },
  };
}

function renderDocument({ timeline, names, assetName, classes }: DocumentPageParts): PageDocument {
  const { document, duplicateName, createdBy, report, changes } = timeline;
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
    deletion: renderDeletion({ document, changes }, names),
    classification: classification && renderPageClassification(classification, { classes, names }),
  });
}

/**
 * Nothing changes the status of a deleted document, so its deletion is the latest change. Only that change has a note from
 * before records had notes.
 */
function renderDeletion(
  { document: { deletion }, changes }: Pick<DocumentTimeline, "document" | "changes">,
  names: Names,
): PageDocument["deletion"] {
  const change = changes.findLast(({ currentStatus }) => currentStatus === STATUS.deleted);
  if (!deletion || !change) return null;
  return {
    reason: deletion.reason,
    note: change.note,
    at: change.at.toISOString(),
    actor: renderActor(change.actor, names),
  };
}

/** Returns the results of processing, with the display names of classes and fields. */
function renderPageClassification(
  found: Classification,
  { classes, names }: Pick<DocumentPageParts, "classes" | "names">,
): PageClassification {
  const { processor, attachments, documentClassSetBy, documentClassRead } = found;
  const definition = classes.find(({ id }) => id === found.documentClass);
  return {
    ...renderClassified(found, { classes, names }),
    processor,
    attachments: (attachments ?? []).map((one) => ({
      ...renderClassified(one, { classes, names }),
      name: one.name,
    })),
    classSetBy: setByOf(documentClassSetBy, names),
    classRead: documentClassRead
      ? {
          documentClass: documentClassRead.documentClass,
          label: classLabelOf(documentClassRead.documentClass, classes),
          score: documentClassRead.score,
        }
      : null,
    absent: (found.absentFields ?? []).map(({ name, setBy, read }) => ({
      name,
      label: labelOf(name, definition),
      type: typeOf(name, definition),
      setBy: setByOf(setBy, names),
      read: read ? { value: read.value, score: read.score } : null,
    })),
    classFields: renderClassFields(definition?.fields ?? []),
  };
}

const setByOf = (setBy: string | undefined, names: Names) =>
  setBy === undefined ? null : renderActor(setBy, names);

const classLabelOf = (documentClass: string, classes: readonly DocumentClass[]): string =>
  classes.find(({ id }) => id === documentClass)?.labels.en ?? wordsOf(documentClass);

/** Returns what a document and an attachment have in common. */
function renderClassified(
  found: Omit<ClassifiedAttachment, "name">,
  { classes, names }: Pick<DocumentPageParts, "classes" | "names">,
) {
  const { documentClass, score, language, pages } = found;
  const definition = classes.find(({ id }) => id === documentClass);
  const labelled = (of: { readonly documentClass: string; readonly score: number }) => ({
    documentClass: of.documentClass,
    label: classLabelOf(of.documentClass, classes),
    score: of.score,
  });
  return {
    ...labelled({ documentClass, score }),
    alternatives: (found.alternatives ?? []).map(labelled),
    language,
    pages,
    fields: found.fields.map((field) => renderField(field, { definition, names })),
    findings: (found.findings ?? []).map(({ code, parameters }) => {
      const { field } = parameters;
      const named =
        typeof field === "string" ? { fieldLabel: labelOf(field, definition) } : undefined;
      return { code, parameters: { ...parameters, ...named } };
    }),
  };
}

/** Returns a class with its display name. */
export const renderClassLabel = (id: string, classes: readonly DocumentClass[]) => ({
  id,
  label: classLabelOf(id, classes),
});

/** Returns a value with the display name and the type of its field, and who set it. */
export function renderField(
  field: ExtractedField,
  { definition, names }: { definition: DocumentClass | undefined; names: Names },
): PageField {
  const { name, value, score, page, text, bbox, check, setBy, read } = field;
  return {
    name,
    value,
    score,
    page,
    text,
    label: labelOf(name, definition),
    type: typeOf(name, definition),
    bbox: bbox ? [...bbox] : null,
    check: check ?? null,
    setBy: setByOf(setBy, names),
    read: read ? { value: read.value, score: read.score } : null,
  };
}

const typeOf = (name: string, definition: DocumentClass | undefined) =>
  definition?.fields.find((field) => field.name === name)?.type ?? "text";

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
  timeline: { document, changes, events, leftOut },
  deliveries: { notifications, hasWebhook },
  names,
  classes,
}: DocumentPageParts): DocumentPage["timeline"] {
  const entries = [
    ...changes.map((change) => ({
      ...renderChange(change, names),
      deletionReason:
        change.currentStatus === STATUS.deleted ? (document.deletion?.reason ?? null) : null,
    })),
    ...events.map((event) => renderEvent(event, { names, classes, document })),
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

function renderChange(change: TimelineChange, names: Names): Omit<PageChange, "deletionReason"> {
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

function renderEvent(
  { id, kind, actor, at, assets, corrected, note }: DocumentEvent,
  { names, classes, document }: Pick<DocumentPageParts, "names" | "classes"> & EventContext,
): PageEvent {
  const current = document.classification?.documentClass;
  const definition = classes.find(({ id }) => id === current);
  const classLabel = (value: string | null) => value && classLabelOf(value, classes);
  const renderItem = ({ name, from, to, isAbsent }: CorrectedItem) =>
    name === null
      ? { field: null, from: classLabel(from), to: classLabel(to), isAbsent }
      : {
          field: { label: labelOf(name, definition), type: typeOf(name, definition) },
          from,
          to,
          isAbsent,
        };
  return {
    kind: "event",
    id: String(id),
    at: at.toISOString(),
    actor: renderActor(actor, names),
    event: kind,
    assets,
    corrected: corrected?.map(renderItem) ?? null,
    note,
  };
}

type EventContext = Pick<DocumentTimeline, "document">;

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
