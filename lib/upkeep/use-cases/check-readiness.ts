import type { ObjectStorage, StagedDocumentRepository } from "@/lib/documents/ports";
import type { DiskSpace, EmbeddedPart } from "../ports";
import { describeShortage, isDiskFull } from "../rules/disk-reserve";

/** The state of a part; `full` if its disk on this machine has no room for new data. */
export type PartState = "ok" | "unavailable" | "full";

/** The result of a readiness check. `reasons` are for people, `failures` for the log. */
export interface Readiness {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<EmbeddedPart, PartState>>;
  readonly reasons: readonly string[];
  readonly failures: readonly unknown[];
}

interface Finding {
  readonly state: PartState;
  readonly reason: string | null;
  readonly failure: unknown;
}

const NAMES: Readonly<Record<EmbeddedPart, string>> = {
  database: "database",
  objectStore: "object store",
};

/**
 * Checks all parts concurrently: whether each part responds and, if its disk is on this machine, whether the disk has
 * room. Disks of other machines are not checked. Writes nothing. Never rejects.
 */
export async function checkReadiness(ports: {
  documents: StagedDocumentRepository;
  storage: ObjectStorage;
  diskSpace: DiskSpace;
}): Promise<Readiness> {
  const { documents, storage, diskSpace } = ports;
  const [database, objectStore] = await Promise.all([
    examine("database", documents.checkReachable(), diskSpace),
    examine("objectStore", storage.checkReachable(), diskSpace),
  ]);
  const wrong = [database, objectStore].filter(({ state }) => state !== "ok");
  return {
    isReady: wrong.length === 0,
    parts: { database: database.state, objectStore: objectStore.state },
    reasons: wrong.flatMap(({ reason }) => reason ?? []),
    failures: wrong.map(({ failure }) => failure),
  };
}

/** Reports a full disk first, because a part that does not respond may have stopped because its disk is full. */
async function examine(
  part: EmbeddedPart,
  check: Promise<void>,
  diskSpace: DiskSpace,
): Promise<Finding> {
  const [answer, space] = await Promise.allSettled([check, diskSpace.freeBytes(part)]);
  const freeBytes = space.status === "fulfilled" ? space.value : null;
  if (freeBytes !== null && isDiskFull(freeBytes)) {
    const reason = `The disk of the ${NAMES[part]} is full: ${describeShortage(freeBytes)}. Free some space on it.`;
    return { state: "full", reason, failure: new Error(reason) };
  }
  if (answer.status === "fulfilled") return { state: "ok", reason: null, failure: null };
  const reason = `The ${NAMES[part]} does not answer.`;
  return { state: "unavailable", reason, failure: answer.reason };
}
