import type { ObjectStorage } from "../ports";

/** A storage that uses the machine's clock, and the HTTP client for its signed URLs. */
export interface StorageUnderTest {
  readonly storage: ObjectStorage;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Whether the storage keeps each upload as a separate version. */
  readonly isVersioned: boolean;
}

/** Opens a storage that responds but whose bucket does not exist. */
export type OpenWithoutBucket = () => ObjectStorage;

/** Opens a storage for a test; each test uses its own keys. */
export type OpenStorage = () => Promise<StorageUnderTest>;

const HOUR_SECONDS = 3600;
/** Returns options for a URL that is valid for an hour from now and accepts any number of bytes. */
export const now = () => ({
  signedAt: new Date(),
  expiresInSeconds: HOUR_SECONDS,
  sizeBytes: null,
});
/** Returns options for a URL that expired an hour ago. */
export const twoHoursAgo = () => ({
  signedAt: new Date(Date.now() - 2 * HOUR_SECONDS * 1000),
  expiresInSeconds: HOUR_SECONDS,
  sizeBytes: null,
});

/** Creates a storage, a key that no other test uses, and functions that use its signed URLs. */
export async function arrangeObject(open: OpenStorage) {
  const { storage, fetch, isVersioned } = await open();
  const key = `staged/${crypto.randomUUID()}`;
  const upload = async (body: BodyInit, to = key, headers: Record<string, string> = {}) => {
    const url = await storage.signUpload(to, now());
    return (await fetch(url, { method: "PUT", body, headers })).status;
  };
  const download = async (from: string, fileName = "report.pdf", versionId: string | null = null) =>
    fetch(await storage.signDownload({ key: from, versionId }, { ...now(), fileName }));
  return { storage, fetch, isVersioned, key, upload, download };
}

/** The position before the first object of any listing. */
export const START = { key: "", versionId: null };

/** Encodes text as bytes that can be uploaded without a content type. */
export const bytesOf = (text: string) => new TextEncoder().encode(text);
