import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { SecondFactorRepository } from "../access-ports";

/** Second factors that a test can inspect. */
export interface InMemorySecondFactors extends SecondFactorRepository {
  /** Synchronous, because the values that `startSession` checks must not change while it runs. */
  isConfirmed(userId: string): boolean;
  /** Returns the notes written to the audit log since the last call. */
  takeNotes(): readonly AuditNote[];
}

interface Stored {
  readonly secret: Buffer;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly lastUsedStep: number | null;
}

/** Updates the user's sessions when a second factor is confirmed. */
export type OnConfirmed = (confirmed: { userId: string; sessionId: string; at: Date }) => void;

/** Creates an empty store of second factors that meets the same contract as the PostgreSQL adapter. */
export function createInMemorySecondFactors(onConfirmed: OnConfirmed): InMemorySecondFactors {
  const factors = new Map<string, Stored>();
  /** The hashes, in hex, of each user's unused recovery codes. */
  const codes = new Map<string, Set<string>>();
  const notes: AuditNote[] = [];
  const confirmed = (userId: string) => {
    const found = factors.get(userId);
    return found?.confirmedAt ? found : null;
  };
  const storeCodes = (userId: string, hashes: readonly Buffer[]) =>
    codes.set(userId, new Set(hashes.map((hash) => hash.toString("hex"))));
  return {
    isConfirmed: (userId) => confirmed(userId) !== null,
    find: async (userId) => {
      const found = factors.get(userId);
      if (!found) return null;
      const { lastUsedStep: _, ...factor } = found;
      return { ...factor, recoveryCodesLeft: codes.get(userId)?.size ?? 0 };
    },
    begin: async (userId, { secret, at }) => {
      if (confirmed(userId)) return false;
      factors.set(userId, { secret, createdAt: at, confirmedAt: null, lastUsedStep: null });
      return true;
    },
    confirm: async (userId, { secret, step, recoveryCodeHashes, sessionId, at, note }) => {
      const found = factors.get(userId);
      if (!found?.secret.equals(secret) || found.confirmedAt) return false;
      factors.set(userId, { ...found, confirmedAt: at, lastUsedStep: step });
      storeCodes(userId, recoveryCodeHashes);
      onConfirmed({ userId, sessionId, at });
      notes.push(note);
      return true;
    },
    takeStep: async (userId, { secret, step }) => {
      const found = confirmed(userId);
      if (!found?.secret.equals(secret) || step <= (found.lastUsedStep ?? -1)) return false;
      factors.set(userId, { ...found, lastUsedStep: step });
      return true;
    },
    takeRecoveryCode: async (userId, { hash, note }) => {
      const isTaken = confirmed(userId) && codes.get(userId)?.delete(hash.toString("hex"));
      if (isTaken) notes.push(note);
      return Boolean(isTaken);
    },
    replaceRecoveryCodes: async (userId, { hashes, note }) => {
      if (!confirmed(userId)) return false;
      storeCodes(userId, hashes);
      notes.push(note);
      return true;
    },
    remove: async (userId, note) => {
      const wasConfirmed = confirmed(userId) !== null;
      factors.delete(userId);
      codes.delete(userId);
      if (wasConfirmed) notes.push(note);
      return wasConfirmed;
    },
    takeNotes: () => notes.splice(0),
  };
}
