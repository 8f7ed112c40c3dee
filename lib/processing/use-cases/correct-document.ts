import type { Changes } from "@/lib/documents/ports";
import { correctedItems } from "@/lib/documents/rules/corrections";
import { correctionTimeOf } from "@/lib/documents/rules/document-actions";
import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import { STATUS, statusName } from "@/lib/documents/rules/status";
import {
  changeDocumentStatus,
  type SeenDocument,
} from "@/lib/documents/use-cases/change-document-status";
import { getStagedDocument } from "@/lib/documents/use-cases/staged-documents";
import { authorOf, type Person } from "@/lib/kernel/rules/actor";
import { DomainError, retryLostRace } from "@/lib/kernel/rules/errors";
import type { Vocabulary } from "../ports";
import {
  type Corrections,
  correctClassification,
} from "../rules/judging/correcting/correct-classification";
import type { DocumentClass, KnownParty } from "../rules/judging/judgement";

type ApprovalPorts = Parameters<typeof changeDocumentStatus>[0] & { vocabulary: Vocabulary };

/**
 * Approves a document with a person's corrections: the move, the results and the event `corrected` are one statement
 * (decision 0092).
 * @throws DomainError `validation-failed` at each value that does not match its field; `invalid-transition` if the document
 * is not in review or is not as the person saw it; the errors of `changeDocumentStatus`
 */
export async function approveWithCorrections(
  ports: ApprovalPorts,
  input: {
    readonly actor: Person;
    readonly uuid: string;
    readonly seen: SeenDocument;
    readonly corrections: Corrections;
  },
): Promise<StagedDocument> {
  const { actor, uuid, seen, corrections } = input;
  const [classes, choice] = await Promise.all([
    ports.vocabulary.listClasses(),
    ports.processing.choice(),
  ]);
  const correct = (document: StagedDocument) => {
    // "at-once" if the approval is a repeat.
    if (correctionTimeOf(document, actor, choice) === null) throw notCorrectable(document);
    const setBy = authorOf(actor).actor;
    return correctClassification(document.classification, corrections, { setBy, classes });
  };
  return changeDocumentStatus(ports, { actor, uuid, seen, correct, status: STATUS.approved });
}

/**
 * Corrects the results of an approved document. The record and its `updatedAt` change, and the event `corrected` is
 * written; no status changes, and no notification is sent. Corrections that change nothing write nothing.
 * @throws DomainError `results-changed` if the document has changed since the person saw it; `invalid-transition` if it is
 * not approved, `content-gone` once it was erased; `validation-failed`; `staged-document-not-found`
 */
export async function correctApprovedDocument(
  ports: Pick<ApprovalPorts, "documents" | "vocabulary" | "processing" | "clock"> & {
    changes: Changes;
  },
  input: {
    readonly actor: Person;
    readonly uuid: string;
    readonly seenUpdatedAt: Date;
    readonly corrections: Corrections;
  },
): Promise<StagedDocument> {
  const { actor, uuid, seenUpdatedAt, corrections } = input;
  const [classes, choice] = await Promise.all([
    ports.vocabulary.listClasses(),
    ports.processing.choice(),
  ]);
  return retryLostRace(async () => {
    const document = await getStagedDocument(ports, uuid);
    if (correctionTimeOf(document, actor, choice) !== "at-once") throw notCorrectable(document);
    assertUnchanged(document, seenUpdatedAt);
    const author = authorOf(actor);
    const classification = correctClassification(document.classification, corrections, {
      setBy: author.actor,
      classes,
    });
    const corrected = correctedItems(document.classification, classification);
    if (corrected.length === 0) return document;
    const saved = await ports.documents.correctApproved({
      ...author,
      uuid: document.uuid,
      seenUpdatedAt,
      classification,
      corrected,
      at: ports.clock.now(),
    });
    if (saved) ports.changes.announce("other");
    return saved;
  }, "Other calls kept changing the document. This call changed nothing. Retry it.");
}

function assertUnchanged({ updatedAt }: StagedDocument, seenUpdatedAt: Date): void {
  if (updatedAt.getTime() === seenUpdatedAt.getTime()) return;
  throw new DomainError(
    "results-changed",
    "Somebody else changed the document in the meantime. Compare your corrections with its current values, then save them again.",
  );
}

function notCorrectable({ status, file }: StagedDocument): DomainError {
  if (file?.erasedAt) {
    return new DomainError("content-gone", "The content was erased, so it cannot be corrected.");
  }
  return new DomainError(
    "invalid-transition",
    `The document has status ${status} (${statusName(status)}), so its results cannot be corrected this way.`,
  );
}

/** What a person can choose from while correcting a document. */
export interface CorrectionChoices {
  /** The active classes, in the order of the vocabulary. */
  readonly classes: readonly DocumentClass[];
  /** The classes of recently approved documents, most recent first. */
  readonly recentClasses: readonly string[];
  readonly parties: readonly KnownParty[];
}

const RECENT_CLASSES_MAX = 5;
const PARTIES_MAX = 500;

/** Lists what a person can choose from while correcting a document. */
export async function listCorrectionChoices({
  vocabulary,
}: {
  vocabulary: Vocabulary;
}): Promise<CorrectionChoices> {
  const [classes, recentClasses, parties] = await Promise.all([
    vocabulary.listClasses(),
    vocabulary.listRecentClasses(RECENT_CLASSES_MAX),
    vocabulary.listKnownParties(PARTIES_MAX),
  ]);
  return { classes: classes.filter(({ isActive }) => isActive), recentClasses, parties };
}
