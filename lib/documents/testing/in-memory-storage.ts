import { createHash } from "node:crypto";
import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ObjectStorage } from "../ports/object-storage";

const ORIGIN = "https://objects.example.com";

/** An object store in memory, kept to the same contract as S3. */
export interface InMemoryStorage extends ObjectStorage {
  /** The store's HTTP side, for whoever holds a URL that it signed: PUT and GET. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Every key below a prefix, ascending. */
  keysBelow(prefix: string): readonly string[];
  /** false: every call is refused with `object-store-unavailable`, and `fetch` finds nobody. */
  setAvailable(isAvailable: boolean): void;
  /** false: the store answers, but its bucket is gone, as S3 says it; the objects are there again with the bucket. */
  setBucketThere(isBucketThere: boolean): void;
}

interface KeptObject {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  readonly contentType: string | null;
  readonly lastModified: Date;
}

interface Grant {
  readonly method: "GET" | "PUT";
  readonly key: string;
  readonly expiresAtMs: number;
  readonly fileName?: string;
  readonly sizeBytes?: number | null;
}

/** Makes an empty bucket whose signed URLs expire by the given clock. */
export function createInMemoryStorage(clock: Clock): InMemoryStorage {
  const objects = new Map<string, KeptObject>();
  const grants = new Map<string, Grant>();
  let isAvailable = true;
  let isBucketThere = true;
  const inBucket = () => {
    if (!isAvailable) {
      throw new DomainError("object-store-unavailable", "The store of this test is switched off.");
    }
    if (!isBucketThere) throw new Error("the bucket of this test does not exist");
    return objects;
  };
  const sign = (method: Grant["method"], key: string, options: SignOptions) => {
    const expiresAtMs = options.signedAt.getTime() + options.expiresInSeconds * 1000;
    const url = `${ORIGIN}/${key}?signature=${grants.size + 1}`;
    grants.set(url, { ...options, method, key, expiresAtMs });
    return url;
  };
  return {
    signUpload: async (key, options) => sign("PUT", key, options),
    signDownload: async (key, options) => sign("GET", key, options),
    head: async (key) => {
      // S3 answers a HEAD without a body, so it cannot say which of the two is missing.
      const found = isAvailable && !isBucketThere ? null : inBucket().get(key);
      if (!found) return null;
      return { sizeBytes: found.bytes.length, etag: found.etag, contentType: found.contentType };
    },
    copyIfUnchanged: async (fromKey, toKey, { etag, contentType }) => {
      const found = inBucket().get(fromKey);
      if (found?.etag !== etag) return "changed";
      objects.set(toKey, { ...found, contentType, lastModified: clock.now() });
      return "copied";
    },
    remove: async (key) => {
      inBucket().delete(key);
    },
    list: async (prefix, after, limit) =>
      [...inBucket()]
        .filter(([key]) => key.startsWith(prefix) && key > after)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, limit)
        .map(([key, { lastModified }]) => ({ key, lastModified })),
    checkReachable: async () => {
      inBucket();
    },
    fetch: async (url, init = {}) => {
      if (!isAvailable) throw new TypeError("fetch failed");
      const grant = grants.get(url);
      const isGranted = grant?.method === (init.method ?? "GET");
      if (!grant || !isGranted || grant.expiresAtMs <= clock.now().getTime()) return refused();
      if (!isBucketThere) return new Response(null, { status: 404 });
      if (grant.method === "GET") return get(objects, grant);
      return put(objects, grant, clock.now(), init);
    },
    keysBelow: (prefix) => [...objects.keys()].filter((key) => key.startsWith(prefix)).sort(),
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

const refused = () => new Response(null, { status: 403 });

async function put(
  objects: Map<string, KeptObject>,
  { key, sizeBytes = null }: Grant,
  lastModified: Date,
  init: RequestInit,
) {
  const request = new Request(ORIGIN, { ...init, method: "PUT" });
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (sizeBytes !== null && bytes.length !== sizeBytes) return refused();
  const etag = createHash("md5").update(bytes).digest("hex");
  const declared = new Headers(init.headers).get("content-type");
  objects.set(key, { bytes, etag, contentType: declared, lastModified });
  return new Response(null, { status: 200, headers: { etag: `"${etag}"` } });
}

function get(objects: Map<string, KeptObject>, { key, fileName = "" }: Grant) {
  const found = objects.get(key);
  if (!found) return new Response(null, { status: 404 });
  return new Response(found.bytes, {
    headers: {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    },
  });
}
