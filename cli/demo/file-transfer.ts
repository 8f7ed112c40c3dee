import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { assertNotBusy, CallFailure } from "./call-failures";
import { receive } from "./http-exchange";

/** A file on this machine. */
export interface LocalFile {
  readonly path: string;
  readonly sizeBytes: number;
}

const PLACE = "The object store";
const TIMEOUT_MS = 120_000;

/**
 * PUTs the raw bytes, streamed, with `content-length` and no other header, which is all that a signed URL needs.
 * `fetch` would add headers of its own.
 * @throws TransientFailure, or CallFailure for any other answer than 200
 */
export async function uploadFile(uploadSignedUrl: string, file: LocalFile): Promise<void> {
  const target = new URL(uploadSignedUrl);
  const request = target.protocol === "https:" ? requestHttps : requestHttp;
  const { status, retryAfter, body } = await receive(PLACE, async () => {
    const outgoing = request(target, {
      method: "PUT",
      headers: { "content-length": file.sizeBytes },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once("response", resolve).once("error", reject);
    });
    // What breaks the sending is an error of the request too, unless an early answer explains it better.
    pipeline(createReadStream(file.path), outgoing).catch(() => undefined);
    const response = await answered;
    return {
      status: response.statusCode ?? 0,
      retryAfter: response.headers["retry-after"] ?? null,
      body: await text(response),
    };
  });
  assertNotBusy(PLACE, status, retryAfter);
  if (status !== 200) throw refusal("upload", status, body);
}

/**
 * The SHA-256 of the bytes behind a signed URL, in lower-case hex. It stops reading soon after `sizeBytesMax` bytes: the digest
 * differs by then.
 * @throws TransientFailure, also when the answer ends early; CallFailure for any other answer than 200
 */
export async function downloadSha256(
  downloadSignedUrl: string,
  sizeBytesMax: number,
): Promise<string> {
  return receive(PLACE, async () => {
    const response = await fetch(downloadSignedUrl, {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    assertNotBusy(PLACE, response.status, response.headers.get("retry-after"));
    if (response.status !== 200) throw refusal("download", response.status, await response.text());
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes > sizeBytesMax) break;
    }
    return hash.digest("hex");
  });
}

/** S3 says why in an element of its XML. */
function refusal(what: string, status: number, xml: string): CallFailure {
  const code = /<Code>(\w{1,64})<\/Code>/.exec(xml)?.[1];
  return new CallFailure(`${PLACE} refused the ${what} (${status}${code ? ` ${code}` : ""})`);
}
