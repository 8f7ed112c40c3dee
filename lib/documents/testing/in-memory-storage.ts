import { createHash } from "node:crypto";
import type { Clock } from "@/lib/kernel/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ListPosition, ObjectStorage, ObjectVersion } from "../ports";
import { createKeptVersions, type KeptVersions, type Versioning } from "./kept-versions";

const ORIGIN = "https://objects.example.com";

/** An in-memory object store that meets the same contract as S3. */
export interface InMemoryStorage extends ObjectStorage {
  /** The HTTP side of the store, for clients with a URL that it signed: PUT and GET. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Returns every key under a prefix that has at least one version, ascending. */
  keysBelow(prefix: string): readonly string[];
  /**
   * Sets how the bucket treats later writes, as in S3. Versioning is "off" until the first call and cannot be off again
   * afterwards.
   */
  setVersioning(versioning: Versioning): void;
  /** If false, every call is rejected with `object-store-unavailable`, and `fetch` cannot connect. */
  setAvailable(isAvailable: boolean): void;
  /** If false, the store responds as S3 does for a missing bucket; the objects reappear with the bucket. */
  setBucketThere(isBucketThere: boolean): void;
}

interface Grant {
  readonly method: "GET" | "PUT";
  readonly version: ObjectVersion;
  readonly expiresAtMs: number;
  readonly fileName?: string;
  readonly sizeBytes?: number | null;
}

/** Creates an empty bucket whose signed URLs expire according to the given clock. */
export function createInMemoryStorage(clock: Clock): InMemoryStorage {
  const versions = createKeptVersions();
  const grants = new Map<string, Grant>();
  let isAvailable = true;
  let isBucketThere = true;
  const inBucket = () => {
    if (!isAvailable) {
      throw new DomainError("object-store-unavailable", "The store of this test is switched off.");
    }
    if (!isBucketThere) throw new Error("the bucket of this test does not exist");
    return versions;
  };
  const sign = (method: Grant["method"], version: ObjectVersion, options: SignOptions) => {
    const expiresAtMs = options.signedAt.getTime() + options.expiresInSeconds * 1000;
    const url = `${ORIGIN}/${version.key}?signature=${grants.size + 1}`;
    grants.set(url, { ...options, method, version, expiresAtMs });
    return url;
  };
  return {
    signUpload: async (key, options) => sign("PUT", { key, versionId: null }, options),
    signDownload: async (version, options) => sign("GET", version, options),
    head: async (key) => {
      // An S3 response to HEAD has no body, so it cannot say whether the object or the bucket is missing.
      const found =
        isAvailable && !isBucketThere ? null : inBucket().find({ key, versionId: null });
      if (!found) return null;
      const { bytes, etag, contentType, versionId } = found;
      const isNamed = versionId !== "null";
      return { sizeBytes: bytes.length, etag, contentType, versionId: isNamed ? versionId : null };
    },
    read: async (version) => {
      const found = inBucket().find(version);
      return found && inChunks(found.bytes);
    },
    copyIfUnchanged: async (fromKey, toKey, { etag, contentType }) => {
      const found = inBucket().find({ key: fromKey, versionId: null });
      if (found?.etag !== etag) return "changed";
      versions.put(toKey, { ...found, contentType, lastModified: clock.now() });
      return "copied";
    },
    remove: async (version) => inBucket().remove(version, clock.now()),
    removeAll: async (key) => inBucket().removeAll(key),
    list: async (prefix, after, limit) => inBucket().list(prefix, after, limit),
    checkReachable: async () => {
      inBucket();
    },
    fetch: async (url, init = {}) => {
      if (!isAvailable) throw new TypeError("fetch failed");
      const grant = grants.get(url);
      const isGranted = grant?.method === (init.method ?? "GET");
      if (!grant || !isGranted || grant.expiresAtMs <= clock.now().getTime()) return refused();
      if (!isBucketThere) return new Response(null, { status: 404 });
      if (grant.method === "GET") return get(versions, grant);
      return put(versions, grant, clock.now(), init);
    },
    keysBelow: (prefix) => {
      const start: ListPosition = { key: "", versionId: null };
      const { objects } = versions.list(prefix, start, Number.POSITIVE_INFINITY);
      return [...new Set(objects.map(({ key }) => key))];
    },
    setVersioning: versions.setVersioning,
    setAvailable: (value) => {
      isAvailable = value;
    },
    setBucketThere: (value) => {
      isBucketThere = value;
    },
  };
}

type SignOptions = Pick<
  Parameters<ObjectStorage["signDownload"]>[1],
  "signedAt" | "expiresInSeconds"
> & {
  readonly fileName?: string;
  readonly sizeBytes?: number | null;
};

/** Tiny, because a network may deliver only a few bytes at a time. */
const CHUNK_BYTES = 3;

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield bytes.subarray(start, start + CHUNK_BYTES);
  }
}

const refused = () => new Response(null, { status: 403 });

async function put(
  versions: KeptVersions,
  { version, sizeBytes = null }: Grant,
  lastModified: Date,
  init: RequestInit,
) {
  const request = new Request(ORIGIN, { ...init, method: "PUT" });
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (sizeBytes !== null && bytes.length !== sizeBytes) return refused();
  const etag = createHash("md5").update(bytes).digest("hex");
  const contentType = new Headers(init.headers).get("content-type");
  versions.put(version.key, { bytes, etag, contentType, lastModified });
  return new Response(null, { status: 200, headers: { etag: `"${etag}"` } });
}

function get(versions: KeptVersions, { version, fileName = "" }: Grant) {
  const found = versions.find(version);
  if (!found) return new Response(null, { status: 404 });
  return new Response(found.bytes, {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    },
  });
}
