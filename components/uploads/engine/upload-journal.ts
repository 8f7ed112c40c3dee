import type { UploadEntry } from "./upload-entry";

/** An upload that is not complete, as it survives a reload of the page. `uuid` is null as long as no answer told it. */
export interface JournalRecord
  extends Pick<
    UploadEntry,
    "id" | "assetIdentifier" | "assetName" | "name" | "folder" | "sizeBytes" | "uuid"
  > {
  /** With which its document was created, or will be: the same key finds the same document again. */
  readonly idempotencyKey: string;
  /** What is still to be done with it. */
  readonly intent: "upload" | "cancel";
}

/** One text that survives a reload of the tab, and only that. */
export interface JournalStorage {
  get(): string | null;
  /** May throw when there is no room. */
  set(text: string): void;
}

/** What a reload must not make forget. */
export interface UploadJournal {
  /** What the page before this one left. */
  read(): readonly JournalRecord[];
  put(record: JournalRecord): void;
  remove(id: string): void;
  /** Keeps, together with what was put, also these: for the moment in which the page goes. */
  keepAlso(records: readonly JournalRecord[]): void;
}

/** A journal over a storage, empty until something is put; a storage that is full or broken costs only what it would have kept. */
export function createUploadJournal(storage: JournalStorage): UploadJournal {
  const records = new Map<string, JournalRecord>();
  let left: readonly JournalRecord[] | null = null;
  const read = () => {
    left ??= parseRecords(readText(storage));
    return left;
  };
  const write = (all: readonly JournalRecord[]): boolean => {
    // What the page before left is taken out before it is written over.
    read();
    try {
      storage.set(JSON.stringify(all));
      return true;
    } catch {
      // No room: uploads must go on without being remembered.
      return false;
    }
  };
  const writePut = () => write([...records.values()]);
  return {
    read,
    put: (record) => {
      records.set(record.id, record);
      writePut();
    },
    remove: (id) => {
      if (records.delete(id)) writePut();
    },
    keepAlso: (more) => {
      if (!write([...records.values(), ...more])) writePut();
    },
  };
}

function readText(storage: JournalStorage): string | null {
  try {
    return storage.get();
  } catch {
    // Browsers may forbid storage altogether.
    return null;
  }
}

function parseRecords(text: string | null): readonly JournalRecord[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isRecord) : [];
  } catch {
    // Not written by this code: there is nothing to go on with.
    return [];
  }
}

/** Another version of this code may have written it. */
function isRecord(value: unknown): value is JournalRecord {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Partial<Record<keyof JournalRecord, unknown>>;
  const { id, name, assetIdentifier, assetName, idempotencyKey, folder, uuid, sizeBytes } = record;
  return (
    [id, name, assetIdentifier, assetName, idempotencyKey].every(
      (text) => typeof text === "string",
    ) &&
    [folder, uuid].every((text) => text === null || typeof text === "string") &&
    typeof sizeBytes === "number" &&
    (record.intent === "upload" || record.intent === "cancel")
  );
}
