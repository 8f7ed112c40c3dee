import type { z } from "zod";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiRequest, RequestHeaders } from "./api-request";

const BODY_BYTES_MAX = 64 * 1024;

/**
 * Reads a JSON body of at most 64 KiB and validates it.
 * @throws DomainError `unsupported-media-type`, `body-too-large`, `malformed-json`, `validation-failed`
 */
export async function readJsonBody<T>(request: ApiRequest, schema: z.ZodType<T>): Promise<T> {
  assertJson(request.headers);
  return parseBody(await readBytes(request), schema);
}

/**
 * Like `readJsonBody`, but treats a request without a body as `{}`, regardless of the content type.
 * @throws DomainError like `readJsonBody`
 */
export async function readOptionalJsonBody<T>(
  request: ApiRequest,
  schema: z.ZodType<T>,
): Promise<T> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return parseBody(Buffer.from("{}"), schema);
  assertJson(request.headers);
  return parseBody(bytes, schema);
}

function parseBody<T>(bytes: Buffer, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(bytes));
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues);
}

/** Creates the error for values in a request that do not match its schema. */
export function validationFailed(issues: readonly z.core.$ZodIssue[]): DomainError {
  const errors = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          pointer: pointerTo([...issue.path, key]),
          detail: "is not a known property; leave it out",
        }))
      : [{ pointer: pointerTo(issue.path), detail: issue.message }],
  );
  const named = errors.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ");
  return new DomainError("validation-failed", `Correct these values: ${named}.`, { errors });
}

/** Returns a JSON pointer as a URI fragment (RFC 6901, section 6). */
function pointerTo(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#${steps.map((step) => `/${encodeURIComponent(step.toWellFormed())}`).join("")}`;
}

function assertJson(headers: RequestHeaders): void {
  const type = headers.get("content-type") ?? "";
  const isJson = /^application\/json *(; *charset="?utf-8"? *)?$/i.test(type);
  const encoding = headers.get("content-encoding") ?? "identity";
  if (isJson && encoding === "identity") return;
  throw new DomainError(
    "unsupported-media-type",
    "Send the body as `Content-Type: application/json` in UTF-8 and without compression.",
  );
}

/** The maximum size of a body, and the advice given if it is larger. */
interface BodyLimit {
  readonly bytesMax: number;
  readonly remedy: string;
}

const JSON_LIMIT: BodyLimit = {
  bytesMax: BODY_BYTES_MAX,
  remedy: "Upload files to uploadSignedUrl, not here.",
};

/**
 * Reads a body, of at most 64 KiB by default.
 * @throws DomainError `body-too-large`; `malformed-json` if the body is truncated
 */
export async function readBytes(request: ApiRequest, limit = JSON_LIMIT): Promise<Buffer> {
  const length = Number(request.headers.get("content-length") ?? 0);
  if (length > limit.bytesMax) throw bodyTooLarge(limit);
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of piecesOf(request)) {
    byteCount += chunk.byteLength;
    if (byteCount > limit.bytesMax) throw bodyTooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** If the sender disconnects before the end of the body, that is the sender's error and not ours. */
async function* piecesOf(request: ApiRequest): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch (cause) {
    throw new DomainError("malformed-json", "The body ended early. Send it again.", { cause });
  }
}

const bodyTooLarge = ({ bytesMax, remedy }: BodyLimit) =>
  new DomainError("body-too-large", `The body is larger than ${bytesMax} bytes. ${remedy}`);

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new DomainError(
      "malformed-json",
      bytes.length === 0
        ? "The body is empty. Send a JSON object."
        : "The body is not valid JSON in UTF-8. Check quotes, commas and braces.",
      { cause },
    );
  }
}
