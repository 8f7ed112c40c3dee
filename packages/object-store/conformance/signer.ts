import { createHash, createHmac } from "node:crypto";

/** The address of a store under test, and its credentials. */
export interface Access {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly bucket: string;
}

/** Values that replace any part of a signature. The signature is always correct for the parts given. */
export interface SigningOptions {
  readonly method?: string;
  /** The key in the test bucket, not yet percent-encoded. */
  readonly key?: string;
  /** The raw path, which replaces the key. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signedHeaders?: readonly string[];
  readonly query?: readonly (readonly [string, string])[];
  readonly at?: Date;
  readonly date?: string;
  readonly day?: string;
  readonly region?: string;
  readonly service?: string;
  readonly terminator?: string;
  readonly algorithm?: string;
  readonly expires?: string;
  readonly payloadHash?: string;
}

/** Creates a presigned URL. This signer shares no code with the server, so a bug is noticed unless both contain it. */
export function presign(access: Access, options: SigningOptions = {}): string {
  const plan = planSignature(access, options, {});
  const query: [string, string][] = [
    ["X-Amz-Algorithm", options.algorithm ?? "AWS4-HMAC-SHA256"],
    ["X-Amz-Credential", `${access.accessKeyId}/${plan.scope}`],
    ["X-Amz-Date", plan.date],
    ["X-Amz-Expires", options.expires ?? "900"],
    ["X-Amz-SignedHeaders", plan.signedHeaders.join(";")],
    ...(options.query ?? []).map(([name, value]): [string, string] => [name, value]),
  ];
  const payloadHash = options.payloadHash ?? "UNSIGNED-PAYLOAD";
  const signature = computeSignature(access, { ...plan, query, payloadHash });
  return `${access.endpoint}${plan.path}?${encodeQuery(query)}&X-Amz-Signature=${signature}`;
}

/** Returns the URL and the headers of a request signed in the Authorization header. */
export function signWithHeader(
  access: Access,
  options: SigningOptions & { readonly payloadHash: string },
): { readonly url: string; readonly headers: Record<string, string> } {
  const at = options.at ?? new Date();
  const added = {
    "x-amz-date": options.date ?? formatDate(at),
    "x-amz-content-sha256": options.payloadHash,
  };
  const plan = planSignature(access, { ...options, at }, added);
  const query = options.query ?? [];
  const signature = computeSignature(access, { ...plan, query, payloadHash: options.payloadHash });
  const authorization = [
    `AWS4-HMAC-SHA256 Credential=${access.accessKeyId}/${plan.scope}`,
    `SignedHeaders=${plan.signedHeaders.join(";")}`,
    `Signature=${signature}`,
  ].join(", ");
  const search = query.length > 0 ? `?${encodeQuery(query)}` : "";
  return {
    url: `${access.endpoint}${plan.path}${search}`,
    headers: { ...plan.headers, authorization },
  };
}

/** `yyyymmddThhmmssZ` */
export function formatDate(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

/** Lower-case hex. */
export function sha256Hex(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Percent-encodes a key except for its slashes. */
export function encodeKey(key: string): string {
  return key.split("/").map(encode).join("/");
}

function planSignature(
  access: Access,
  options: SigningOptions,
  added: Readonly<Record<string, string>>,
) {
  const date = options.date ?? formatDate(options.at ?? new Date());
  const headers = { host: new URL(access.endpoint).host, ...added, ...options.headers };
  return {
    method: options.method ?? "PUT",
    path: options.path ?? `/${access.bucket}/${encodeKey(options.key ?? "")}`,
    headers,
    signedHeaders: options.signedHeaders ?? Object.keys(headers).sort(),
    date,
    scope: [
      options.day ?? date.slice(0, 8),
      options.region ?? access.region,
      options.service ?? "s3",
      options.terminator ?? "aws4_request",
    ].join("/"),
  };
}

function computeSignature(
  access: Access,
  plan: ReturnType<typeof planSignature> & {
    readonly query: readonly (readonly [string, string])[];
    readonly payloadHash: string;
  },
): string {
  const values: Record<string, string> = plan.headers;
  const canonical = [
    plan.method,
    plan.path,
    encodeQuery(plan.query),
    plan.signedHeaders
      .map((name) => `${name}:${(values[name] ?? "").trim().replace(/\s+/g, " ")}\n`)
      .join(""),
    plan.signedHeaders.join(";"),
    plan.payloadHash,
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", plan.date, plan.scope, sha256Hex(canonical)].join("\n");
  const key = plan.scope
    .split("/")
    .reduce((secret: Buffer | string, part) => hmac(secret, part), `AWS4${access.secretAccessKey}`);
  return hmac(key, text).toString("hex");
}

function encodeQuery(query: readonly (readonly [string, string])[]): string {
  return query
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort((a, b) => (a.replace("=", "\u0001") < b.replace("=", "\u0001") ? -1 : 1))
    .join("&");
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
