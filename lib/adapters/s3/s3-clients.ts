import { env } from "node:process";
import { pipeline, Readable, Transform } from "node:stream";
import { S3Client } from "@aws-sdk/client-s3";
import { S3RequestPresigner } from "@aws-sdk/s3-request-presigner";

/** The location of an S3 bucket and the credentials for it. */
export interface S3Connection {
  readonly endpoint: string;
  /** The origin of signed URLs. Every signature covers the Host header. */
  readonly publicEndpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
  /** "off": object versions are neither kept nor requested, even if the bucket supports them. */
  readonly versioning: "auto" | "off";
}

/** The timeouts for each try of a call. */
export interface S3Timeouts {
  readonly connectMs: number;
  readonly requestMs: number;
  /** The store may have to copy up to 5 GiB before it responds. */
  readonly copyMs: number;
}

/** The product's timeouts; tests use shorter ones. */
export const S3_TIMEOUTS: S3Timeouts = { connectMs: 3_000, requestMs: 5_000, copyMs: 120_000 };

/** Several times the longest list of 1,000 versions. */
const ANSWER_BYTES_MAX = 16 * 1024 ** 2;

/**
 * Creates the client for the server's own calls, each with up to three tries. Responses are read whole, except for files,
 * so each has a limit of its own in size and time. Without `throwOnRequestTimeout`, the SDK
 * only warns about a store that accepts a connection and never responds, and waits forever. Checksums are used only where
 * S3 requires them, because by default the SDK signs the checksum of an empty body.
 */
export function createS3Client(
  connection: S3Connection,
  timeouts: S3Timeouts = S3_TIMEOUTS,
): S3Client {
  silenceVersionWarning();
  const client = new S3Client({
    region: connection.region,
    endpoint: connection.endpoint,
    forcePathStyle: connection.forcePathStyle,
    credentials: {
      accessKeyId: connection.accessKeyId,
      secretAccessKey: connection.secretAccessKey,
    },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: timeouts.connectMs,
      requestTimeout: timeouts.requestMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeouts.copyMs,
      httpAgent: { maxSockets: 50, keepAlive: true },
      httpsAgent: { maxSockets: 50, keepAlive: true },
    },
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answered = await next(args);
        if (commandName !== "GetObjectCommand") limitAnswer(answered.response, timeouts.copyMs);
        return answered;
      },
    // The lowest priority is next to the connection, so that nothing has read the body yet.
    { name: "limitAnswer", step: "deserialize", priority: "low" },
  );
  return client;
}

/** Replaces the body by one that fails beyond the limits. A store that takes too long counts as unavailable. */
function limitAnswer(response: unknown, timeoutMs: number): void {
  if (!hasBody(response)) return;
  let bytes = 0;
  const limited = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes <= ANSWER_BYTES_MAX) return done(null, chunk);
      done(new Error(`the object store answered with more than ${ANSWER_BYTES_MAX} bytes`));
    },
  });
  const timer = setTimeout(() => {
    const late = new Error(`the object store did not complete a response within ${timeoutMs} ms`);
    limited.destroy(Object.assign(late, { name: "TimeoutError" }));
  }, timeoutMs);
  timer.unref();
  pipeline(response.body, limited, () => clearTimeout(timer));
  response.body = limited;
}

const hasBody = (response: unknown): response is { body: Readable } =>
  typeof response === "object" &&
  response !== null &&
  "body" in response &&
  response.body instanceof Readable;

/** A URL to sign, with its query values except those that the signature adds. */
export interface UrlToSign {
  readonly method: "GET" | "HEAD" | "PUT";
  readonly key: string;
  readonly query: Record<string, string>;
  readonly signedAt: Date;
  readonly expiresInSeconds: number;
  /**
   * If set, the content-length header is also signed, so that the store accepts only this length; null allows any length.
   */
  readonly sizeBytes: number | null;
}

/**
 * Creates a function that signs URLs for the public address. The signature covers only `host`, and the length if a size
 * is given. It calls the presigner directly, which costs a tenth of `getSignedUrl` and its middleware; a test checks that
 * both produce the same signature.
 */
export function createUrlSigner(
  connection: S3Connection,
  client: S3Client,
): (url: UrlToSign) => Promise<string> {
  const endpoint = new URL(connection.publicEndpoint);
  const presigner = new S3RequestPresigner({ ...client.config });
  const { bucket, forcePathStyle } = connection;
  const hostname = forcePathStyle ? endpoint.hostname : `${bucket}.${endpoint.hostname}`;
  const port = endpoint.port === "" ? {} : { port: Number(endpoint.port) };
  const host = endpoint.port === "" ? hostname : `${hostname}:${endpoint.port}`;
  return async ({ method, key, query, signedAt, expiresInSeconds, sizeBytes }) => {
    const path = `${forcePathStyle ? `/${bucket}` : ""}/${encodeKey(key)}`;
    const headers = {
      host,
      ...(sizeBytes === null ? {} : { "content-length": String(sizeBytes) }),
    };
    const signed = await presigner.presign(
      { method, protocol: endpoint.protocol, hostname, ...port, path, query, headers },
      { signingDate: signedAt, expiresIn: expiresInSeconds },
    );
    return `${endpoint.protocol}//${host}${path}?${encodeQuery(signed.query ?? {})}`;
  };
}

const encodePart = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const encodeKey = (key: string) => key.split("/").map(encodePart).join("/");

const encodeQuery = (query: Record<string, string | string[] | null>) =>
  Object.entries(query)
    .map(([name, value]) => `${encodePart(name)}=${encodePart(String(value))}`)
    .join("&");

/**
 * Prevents the SDK from warning in every command that its 2027 releases need a newer Node, because our version is pinned.
 * May be called repeatedly, but must be called before a client is created. An existing value is kept.
 */
function silenceVersionWarning(): void {
  // This is not one of our settings: the SDK reads it only from its own environment variable.
  env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
}
