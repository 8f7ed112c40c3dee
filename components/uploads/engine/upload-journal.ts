import type { UploadEntry } from "./upload-entry";

/** An unfinished upload as stored for a reload. `uuid` is null until a response provides it. */
export interface JournalRecord
  extends Pick<
    UploadEntry,
    | "id"
    | "assetIdentifier"
    | "assetName"
    | "name"
    | "folder"
    | "sizeBytes"
    | "modifiedAtMs"
    | "uuid"
  > {
  /** The key used to create its document, now or later. The same key finds the same document. */
  readonly idempotencyKey: string;
  /** The remaining work: to upload the file, or to cancel its document. */
  readonly intent: "upload" | "cancel";
}

/** Stores a single string that only needs to survive reloads of this tab. */
export interface JournalStorage {
  get(): string | null;
  /** May throw if there is no space. */
  set(text: string): void;
}

/** The uploads that must survive a reload. */
export interface UploadJournal {
  /** Returns the records of the previous page. */
  read(): readonly JournalRecord[];
  put(record: JournalRecord): void;
  remove(id: string): void;
  /** Stores these records in addition to those stored before. Called when the page goes away. */
  keepAlso(records: readonly JournalRecord[]): void;
}

/**
 * Creates a journal on top of a storage. It is empty until a record is stored. If the storage is full or broken, only the
 * records are lost.
 */
export function createUploadJournal(storage: JournalStorage): UploadJournal {
  const records = new Map<string, JournalRecord>();
  let left: readonly JournalRecord[] | null = null;
  const read = () => {
    left ??= parseRecords(readText(storage));
    return left;
  };
  const write = (all: readonly JournalRecord[]): boolean => {
    // Reads the previous page's records before they are overwritten.
    read();
    try {
      storage.set(JSON.stringify(all));
      return true;
    } catch {
      // There is no space. Uploads must continue without being stored.
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
    return Array.isArray(value) ? value.filter(isRecord).map(completed) : [];
  } catch {
    // The text was not written by this code, so there is nothing to continue.
    return [];
  }
}

/** An older version of this code did not record when a file was last changed. */
const completed = (record: JournalRecord): JournalRecord => ({
  ...record,
  modifiedAtMs: typeof record.modifiedAtMs === "number" ? record.modifiedAtMs : null,
});

/** A different version of this code may have written the record. */
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
