import { createHash } from "node:crypto";
import type { Clock, Ids } from "@/lib/kernel/ports";
import { type Actor, authorOf } from "@/lib/kernel/rules/actor";
import { DomainError, retryLostRace } from "@/lib/kernel/rules/errors";
import { isUuid } from "@/lib/kernel/rules/uuid";
import type {
  Changes,
  IdempotencyClaim,
  ObjectStorage,
  StagedDocumentRepository,
  UploadLimits,
} from "../ports";
import { assertDeclaredSize, stagedObjectKey } from "../rules/object-key";
import { IDEMPOTENCY_KEY_VALID_MS, type StagedDocument } from "../rules/staged-document";
import { findMove, STATUS, statusName } from "../rules/status";
import { getStagedDocument } from "./staged-documents";

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
async function prepareDocument(
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

/** A document created by this call or by the call that it repeats. */
interface CreatedOnce {
  readonly document: StagedDocument;
  /** null only if this is a repeat and an upload can no longer start. */
  readonly uploadSignedUrl: string | null;
  readonly isReplayed: boolean;
}

/**
 * Creates a document like `createStagedDocument`, with an idempotency key: for 24 hours, the same key does not create a
 * second document, even with concurrent calls. A repeat returns the document as it is now (decision 0016).
 * @throws DomainError `idempotency-key-reused` if the key was used with a different request; `file-empty` or
 * `file-too-large` for a given size
 */
export async function createStagedDocumentOnce(
  ports: CreatePorts,
  input: DocumentInput & { idempotencyKey: string },
): Promise<CreatedOnce> {
  const { toWrite, uploadSignedUrl, at } = await prepareDocument(ports, input);
  const claim = claimOf(input, at);
  return retryLostRace(async () => {
    const document = await ports.documents.createOnce(...toWrite, claim);
    if (!document) return replay(ports, claim, { signedAt: at, sizeBytes: input.sizeBytes });
    ports.changes.announce();
    return { document, uploadSignedUrl, isReplayed: false };
  }, "Another call is using this Idempotency-Key. Retry the call.");
}

/** Returns null if the claim was removed before it could be read. */
async function replay(
  ports: CreatePorts,
  claim: IdempotencyClaim,
  signing: Parameters<typeof signUpload>[2],
): Promise<CreatedOnce | null> {
  const found = await ports.documents.findClaimed(claim);
  if (!found) return null;
  const { document, requestHash } = found;
  if (!requestHash.equals(claim.requestHash)) {
    throw new DomainError(
      "idempotency-key-reused",
      `This Idempotency-Key was already used with a different body for the document ${document.uuid}. Use a new key for a new document.`,
    );
  }
  return {
    document,
    uploadSignedUrl: await signUpload(ports, document, signing),
    isReplayed: true,
  };
}

function claimOf(input: DocumentInput & { idempotencyKey: string }, at: Date): IdempotencyClaim {
  const { actor, assetIdentifier, name, folder, sizeBytes, idempotencyKey } = input;
  if (!("id" in actor)) throw new Error(`the ${actor.kind} cannot use idempotency keys`);
  // Claims are valid for a day, so claims made before folders and sizes existed must still match. The hash of a request
  // without a folder and a size therefore stays the same.
  const more = folder === null && sizeBytes === null ? [] : [folder, sizeBytes];
  const requestText = JSON.stringify([assetIdentifier, name, ...more]);
  return {
    ownerId: actor.id,
    key: idempotencyKey,
    requestHash: createHash("sha256").update(requestText).digest(),
    expiredAt: new Date(at.getTime() - IDEMPOTENCY_KEY_VALID_MS),
  };
}

/**
 * Extends the time for the upload of a document and signs a new URL for the same location, even after the old one
 * expired. The old one stays valid until it expires; the status and the history do not change. If a size is given, the
 * new URL accepts only that size.
 * @throws DomainError `upload-not-awaited`, `staged-document-not-found`; `file-empty`, `file-too-large` for a given size
 */
export async function renewUploadUrl(
  ports: {
    documents: StagedDocumentRepository;
    storage: ObjectStorage;
    clock: Clock;
    limits: UploadLimits;
  },
  uuid: string,
  sizeBytes: number | null,
): Promise<{ document: StagedDocument; uploadSignedUrl: string }> {
  if (sizeBytes !== null) {
    assertDeclaredSize(sizeBytes, ports.limits.uploadSizeMaxBytes);
  }
  const at = ports.clock.now();
  const uploadExpiresAt = new Date(at.getTime() + ports.limits.uploadUrlExpiresInSeconds * 1000);
  const document = isUuid(uuid)
    ? await ports.documents.renewUpload(uuid.toLowerCase(), { uploadExpiresAt, at })
    : null;
  const uploadSignedUrl =
    document && (await signUpload(ports, document, { signedAt: at, sizeBytes }));
  if (document && uploadSignedUrl) return { document, uploadSignedUrl };
  const { status } = await getStagedDocument(ports, uuid);
  throw new DomainError(
    "upload-not-awaited",
    `The document has status ${status} (${statusName(status)}) and is not waiting for an upload. Create a new document.`,
  );
}

/**
 * Signs a URL that accepts the document's bytes until `uploadExpiresAt`; if the size is not null, only bytes of that
 * size. Returns null if an upload can no longer start.
 */
async function signUpload(
  { storage }: { storage: ObjectStorage },
  { uuid, status, uploadExpiresAt }: Pick<StagedDocument, "uuid" | "status" | "uploadExpiresAt">,
  { signedAt, sizeBytes }: { signedAt: Date; sizeBytes: number | null },
): Promise<string | null> {
  const expiresInSeconds = Math.floor((uploadExpiresAt.getTime() - signedAt.getTime()) / 1000);
  if (status !== STATUS.waitingForUpload || expiresInSeconds < 1) return null;
  return storage.signUpload(stagedObjectKey(uuid), { signedAt, expiresInSeconds, sizeBytes });
}
