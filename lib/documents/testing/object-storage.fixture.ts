import type { ObjectStorage } from "../ports/object-storage";

/** One storage whose clock is the machine's, and the HTTP client that its signed URLs are for. */
export interface StorageUnderTest {
  readonly storage: ObjectStorage;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Whether each upload is a version of its own. */
  readonly isVersioned: boolean;
}

/** Gives a storage that answers, but whose bucket does not exist. */
export type OpenWithoutBucket = () => ObjectStorage;

/** Gives each test a storage; keys are its own. */
export type OpenStorage = () => Promise<StorageUnderTest>;

const HOUR_SECONDS = 3600;
/** For a URL that lives for an hour from now and takes as many bytes as somebody sends. */
export const now = () => ({
  signedAt: new Date(),
  expiresInSeconds: HOUR_SECONDS,
  sizeBytes: null,
});
/** For a URL that expired an hour ago. */
export const twoHoursAgo = () => ({
  signedAt: new Date(Date.now() - 2 * HOUR_SECONDS * 1000),
  expiresInSeconds: HOUR_SECONDS,
  sizeBytes: null,
});

/** A storage, a key that no other test uses, and hands for what its signed URLs allow. */
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

/** In front of everything that a listing tells. */
export const START = { key: "", versionId: null };

/** Bytes to upload without a content type. */
export const bytesOf = (text: string) => new TextEncoder().encode(text);
