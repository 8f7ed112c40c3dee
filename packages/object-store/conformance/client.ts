import { type Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { type Access, presign, sha256Hex, signWithHeader } from "./signer";

/** The response to a request. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  /** The S3 error code in an XML response. */
  readonly code: string | undefined;
  /** Whether the server asked for the body with `100 Continue`. */
  readonly wasContinued: boolean;
}

/** The options for sending a raw request. */
export interface SendOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Buffer;
  /** Sends the body only after `100 Continue`. */
  readonly expectsContinue?: boolean;
  readonly agent?: Agent;
}

/** Sends one request with the URL's path unchanged. Rejects if the connection breaks. */
export function send(url: string, options: SendOptions = {}): Promise<Reply> {
  const { host, port, path } = splitUrl(url);
  return new Promise((resolve, reject) => {
    let wasContinued = false;
    const request = httpRequest({
      host,
      port,
      path,
      method: options.method ?? "GET",
      headers: { host: `${host}:${port}`, ...options.headers },
      agent: options.agent ?? false,
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("error", reject);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        const text = body.toString("utf8");
        const code = /<Code>([^<]*)/.exec(text)?.[1];
        const { statusCode = 0, headers } = response;
        resolve({ status: statusCode, headers, body, text, code, wasContinued });
        if (options.expectsContinue && !wasContinued) {
          request.destroy();
        }
      });
    });
    if (options.expectsContinue) {
      request.setHeader("expect", "100-continue");
      request.on("continue", () => {
        wasContinued = true;
        request.end(options.body);
      });
      request.flushHeaders();
    } else {
      request.end(options.body);
    }
  });
}

/** PUTs a body to a signed URL, with its Content-Length. */
export function put(
  url: string,
  body: string | Buffer = "hello",
  headers: Readonly<Record<string, string | number>> = {},
  options: SendOptions = {},
): Promise<Reply> {
  const length = { "content-length": Buffer.byteLength(body) };
  return send(url, { ...options, method: "PUT", body, headers: { ...length, ...headers } });
}

/** Mistakes that a test can make in a request signed in the Authorization header. */
export interface SignedSendOptions {
  readonly method?: string;
  readonly key?: string;
  readonly path?: string;
  readonly body?: string;
  readonly at?: Date;
  readonly region?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [string, string])[];
  readonly payloadHash?: string;
  /** Headers that replace the signed headers after signing. */
  readonly unsignedHeaders?: Readonly<Record<string, string>>;
  /** The name of a header that is neither signed nor sent. */
  readonly dropped?: string;
}

/** Sends a request signed in the Authorization header. */
export function sendSigned(access: Access, options: SignedSendOptions): Promise<Reply> {
  const { unsignedHeaders, dropped, body, ...signing } = options;
  const content = body ?? "";
  const payloadHash = options.payloadHash ?? sha256Hex(content);
  const names = [
    "host",
    "x-amz-date",
    "x-amz-content-sha256",
    ...Object.keys(signing.headers ?? {}),
  ];
  const signedHeaders = names.filter((name) => name !== dropped).sort();
  const { url, headers } = signWithHeader(access, { ...signing, signedHeaders, payloadHash });
  const sent: Record<string, string | number> = { ...headers, ...unsignedHeaders };
  if (dropped !== undefined) {
    delete sent[dropped];
  }
  if (body !== undefined) {
    sent["content-length"] = Buffer.byteLength(content);
  }
  return send(url, { method: options.method ?? "PUT", headers: sent, body: content });
}

/**
 * Stores an object with a plain PUT.
 * @throws Error unless the status is 200
 */
export async function storeObject(
  access: Access,
  key: string,
  body: string | Buffer = "hello",
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const reply = await put(presign(access, { key }), body, headers);
  if (reply.status !== 200) {
    throw new Error(`storing ${key}: ${reply.status} ${reply.code}`);
  }
}

/** GETs an object with a signed URL. */
export function getObject(
  access: Access,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return send(presign(access, { method: "GET", key }), { headers });
}

/** HEADs an object with a signed URL. */
export function headObject(access: Access, key: string): Promise<Reply> {
  return send(presign(access, { method: "HEAD", key }), { method: "HEAD" });
}

/** Returns the text stored under a key; null if there is no object. */
export async function readText(access: Access, key: string): Promise<string | null> {
  const reply = await getObject(access, key);
  return reply.status === 404 ? null : reply.text;
}

/** Returns the text of one version of a key; null if there is no such version. */
export async function readVersion(
  access: Access,
  key: string,
  versionId: string,
): Promise<string | null> {
  const query = [["versionId", versionId]] as const;
  const reply = await send(presign(access, { method: "GET", key, query }));
  return reply.status === 404 ? null : reply.text;
}

function splitUrl(url: string) {
  const [, host = "", port = "", path = "/"] = /^http:\/\/([^:/]+):(\d+)(\/.*)?$/.exec(url) ?? [];
  return { host, port: Number(port), path };
}
