import type { RawSettings } from "./settings-schema";

/** The location of the object store and the credentials for it. */
export interface ObjectStoreSettings {
  /** The address for this server's calls. */
  readonly endpoint: string;
  /** The address in signed URLs, which clients and browsers must be able to reach. */
  readonly publicEndpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
  /** "off": documents are copied even if the bucket keeps versions. */
  readonly versioning: "auto" | "off";
}

/** Returns null if the embedded object store is used. */
export function readObjectStore(raw: RawSettings): ObjectStoreSettings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = raw;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: S3_ENDPOINT,
    publicEndpoint: raw.S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT,
    region: raw.S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle: raw.S3_FORCE_PATH_STYLE === "true",
    versioning: raw.S3_VERSIONING,
  };
}
