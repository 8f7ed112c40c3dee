import type { ApiKeyRepository } from "@/lib/accounts/access-ports";
import type { ObjectStorage, StagedDocumentRepository } from "@/lib/documents/ports";
import type { StagedDocument } from "@/lib/documents/rules/staged-document";
import { STATUS } from "@/lib/documents/rules/status";
import { SCOPES } from "@/lib/kernel/rules/actor";
import type { Container } from "../container";

type Ports = Container["ports"];

/** Rejects operations that a rehearsal must not reach, because they would have real effects. */
const unrehearsed = () => Promise.reject(new Error("this call is not rehearsed"));

/**
 * Returns ports whose documents, keys and files exist only for a rehearsal, with external processing. Ports without side
 * effects are the real ones. All other ports throw an error when they are used.
 */
export function rehearsedPorts(ports: Ports): Ports {
  const { clock, ids, randomness, limits } = ports;
  const rehearsed: Partial<Ports> = {
    clock,
    ids,
    randomness,
    limits,
    processing: { choice: async () => "external", leaseSeconds: ports.processing.leaseSeconds },
    documents: rehearsedDocuments,
    apiKeys: rehearsedKeys,
    storage: rehearsedStorage(ports.storage),
    changes: { announce: () => undefined, subscribe: () => () => undefined },
  };
  return new Proxy(ports, {
    get: (_ports, name) => {
      if (!Reflect.has(rehearsed, name)) throw new Error(`${String(name)} is not rehearsed`);
      return Reflect.get(rehearsed, name);
    },
  });
}

const AT = new Date("2026-01-01T00:00:00.000Z");
const WAITING = {
  assetIdentifier: "A-1",
  name: "rehearsal.pdf",
  folder: null,
  status: STATUS.waitingForUpload,
  uploadExpiresAt: AT,
  createdAt: AT,
  updatedAt: AT,
  file: null,
  classification: null,
  failure: null,
  processingRun: null,
  duplicateOf: null,
} satisfies Omit<StagedDocument, "uuid">;

const rehearsedDocuments: StagedDocumentRepository = {
  create: async (document, { at }) => ({ ...WAITING, ...document, createdAt: at, updatedAt: at }),
  find: async (uuid) => ({ ...WAITING, uuid }),
  compareAndSetStatus: async ({ uuid, move, at, file }) => ({
    ...WAITING,
    uuid,
    status: move.to,
    updatedAt: at,
    file: file ? { ...file, sha256: null, verifiedAt: at, erasedAt: null } : null,
  }),
  createOnce: unrehearsed,
  findClaimed: unrehearsed,
  list: unrehearsed,
  renewUpload: unrehearsed,
  moveToAsset: unrehearsed,
  listStatusChanges: unrehearsed,
  checkReachable: unrehearsed,
};

const rehearsedKeys: ApiKeyRepository = {
  findAndTouch: async () => ({
    id: "00000000-0000-7000-8000-000000000000",
    name: "rehearsal",
    scopes: SCOPES,
    expiresAt: null,
    revokedAt: null,
    allowedNetworks: [],
  }),
  upsert: unrehearsed,
  rotate: unrehearsed,
  revokeNamed: unrehearsed,
  count: unrehearsed,
  list: unrehearsed,
  revoke: unrehearsed,
};

/** Uses the real signing, which has no side effects. */
const rehearsedStorage = ({ signUpload, signDownload }: ObjectStorage): ObjectStorage => ({
  signUpload,
  signDownload,
  head: async () => ({ versionId: "1", sizeBytes: 1, etag: "1", contentType: "application/pdf" }),
  copyIfUnchanged: unrehearsed,
  read: unrehearsed,
  remove: unrehearsed,
  removeAll: unrehearsed,
  list: unrehearsed,
  checkReachable: unrehearsed,
});
