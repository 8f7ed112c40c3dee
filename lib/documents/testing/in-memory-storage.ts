import { createHash } from "node:crypto";
import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ListPosition, ObjectStorage, ObjectVersion } from "../ports/object-storage";
import { createKeptVersions, type KeptVersions, type Versioning } from "./kept-versions";

const ORIGIN = "https://objects.example.com";

/** An object store in memory, kept to the same contract as S3. */
export interface InMemoryStorage extends ObjectStorage {
  /** The store's HTTP side, for whoever holds a URL that it signed: PUT and GET. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Every key below a prefix under which any version is kept, ascending. */
  keysBelow(prefix: string): readonly string[];
  /** What the bucket does with later writes, as S3 does it; "off" until this is called, and not again after it. */
  setVersioning(versioning: Versioning): void;
  /** false: every call is refused with `object-store-unavailable`, and `fetch` finds nobody. */
  setAvailable(isAvailable: boolean): void;
  /** false: the store answers, but its bucket is gone, as S3 says it; the objects are there again with the bucket. */
  setBucketThere(isBucketThere: boolean): void;
}

interface Grant {
  readonly method: "GET" | "PUT";
  readonly version: ObjectVersion;
  readonly expiresAtMs: number;
  readonly fileName?: string;
  readonly sizeBytes?: number | null;
}

/** Makes an empty bucket whose signed URLs expire by the given clock. */
export function createInMemoryStorage(clock: Clock): InMemoryStorage {
  const kept = createKeptVersions();
  const grants = new Map<string, Grant>();
  let isAvailable = true;
  let isBucketThere = true;
  const inBucket = () => {
    if (!isAvailable) {
      throw new DomainError("object-store-unavailable", "The store of this test is switched off.");
    }
    if (!isBucketThere) throw new Error("the bucket of this test does not exist");
    return kept;
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
      // S3 answers a HEAD without a body, so it cannot say which of the two is missing.
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
      kept.put(toKey, { ...found, contentType, lastModified: clock.now() });
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
      if (grant.method === "GET") return get(kept, grant);
      return put(kept, grant, clock.now(), init);
    },
    keysBelow: (prefix) => {
      const start: ListPosition = { key: "", versionId: null };
      const { objects } = kept.list(prefix, start, Number.POSITIVE_INFINITY);
      return [...new Set(objects.map(({ key }) => key))];
    },
    setVersioning: kept.setVersioning,
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

/** As little at once as a network may bring. */
const CHUNK_BYTES = 3;

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield bytes.subarray(start, start + CHUNK_BYTES);
  }
}

const refused = () => new Response(null, { status: 403 });

async function put(
  kept: KeptVersions,
  { version, sizeBytes = null }: Grant,
  lastModified: Date,
  init: RequestInit,
) {
  const request = new Request(ORIGIN, { ...init, method: "PUT" });
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (sizeBytes !== null && bytes.length !== sizeBytes) return refused();
  const etag = createHash("md5").update(bytes).digest("hex");
  const contentType = new Headers(init.headers).get("content-type");
  kept.put(version.key, { bytes, etag, contentType, lastModified });
  return new Response(null, { status: 200, headers: { etag: `"${etag}"` } });
}

function get(kept: KeptVersions, { version, fileName = "" }: Grant) {
  const found = kept.find(version);
  if (!found) return new Response(null, { status: 404 });
  return new Response(found.bytes, {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    },
  });
}
