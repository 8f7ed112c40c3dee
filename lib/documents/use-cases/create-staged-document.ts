import type { Clock, Ids } from "@/lib/kernel/ports/system";
import { type Actor, authorOf } from "@/lib/kernel/rules/actor";
import type { Changes } from "../ports/changes";
import type { ObjectStorage } from "../ports/object-storage";
import type { StagedDocumentRepository } from "../ports/staged-documents";
import type { UploadLimits } from "../ports/upload-limits";
import { assertDeclaredSize } from "../rules/object-size";
import type { StagedDocument } from "../rules/staged-document";
import { findMove, STATUS } from "../rules/status";
import { signUpload } from "./sign-upload";

/** The ports needed to create a document. */
export type CreatePorts = {
  documents: StagedDocumentRepository;
  changes: Changes;
  storage: ObjectStorage;
  clock: Clock;
  ids: Ids;
  limits: UploadLimits;
};

/** The requested document. */
export interface DocumentInput {
  readonly actor: Actor;
  readonly assetIdentifier: string;
  readonly name: string;
  /** The folder of a file that was dropped as part of a folder; null if there is none. */
  readonly folder: string | null;
  /** The exact number of bytes to upload; null if not known yet. */
  readonly sizeBytes: number | null;
}

/** A document that is waiting for its upload, before it is stored. */
export interface PreparedDocument {
  readonly toWrite: Readonly<Parameters<StagedDocumentRepository["create"]>>;
  readonly uploadSignedUrl: string;
  readonly at: Date;
}

const CREATION = findMove(null, STATUS.waitingForUpload);

/**
 * Creates a document and signs its upload URL. The asset need not exist (decision 0008). One statement writes the
 * document and its first history row; the URL is valid until `uploadExpiresAt`.
 * @throws DomainError `file-empty`, `file-too-large` for a given size
 */
export async function createStagedDocument(
  ports: CreatePorts,
  input: DocumentInput,
): Promise<{ document: StagedDocument; uploadSignedUrl: string }> {
  const { toWrite, uploadSignedUrl } = await prepareDocument(ports, input);
  const document = await ports.documents.create(...toWrite);
  ports.changes.announce();
  return { document, uploadSignedUrl };
}

/**
 * Builds a document and its upload URL without writing anything.
 * @throws DomainError `file-empty`, `file-too-large` for a given size
 */
export async function prepareDocument(
  ports: CreatePorts,
  { actor, assetIdentifier, name, folder, sizeBytes }: DocumentInput,
): Promise<PreparedDocument> {
  if (!CREATION) throw new Error("the move table does not allow a document to be created");
  if (sizeBytes !== null) assertDeclaredSize(sizeBytes, ports.limits.uploadSizeMaxBytes);
  const at = ports.clock.now();
  const uuid = ports.ids.uuid();
  const uploadExpiresAt = new Date(at.getTime() + ports.limits.uploadUrlExpiresInSeconds * 1000);
  const awaited = { uuid, status: CREATION.to, uploadExpiresAt };
  const uploadSignedUrl = await signUpload(ports, awaited, { signedAt: at, sizeBytes });
  if (uploadSignedUrl === null) throw new Error("upload URLs expire before they are signed");
  return {
    toWrite: [
      { uuid, assetIdentifier, name, folder, uploadExpiresAt },
      { move: CREATION, ...authorOf(actor), reason: "created", at },
    ],
    uploadSignedUrl,
    at,
  };
}
