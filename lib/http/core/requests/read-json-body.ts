import type { z } from "zod";
import type { Timers } from "@/lib/kernel/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ApiRequest, RequestHeaders } from "./api-request";
import { readBytes } from "./read-bytes";

/**
 * Reads a JSON body of at most 64 KiB and validates it.
 * @throws DomainError like `receiveJson` and `parseJsonBody`
 */
export async function readJsonBody<T>(
  request: ApiRequest,
  schema: z.ZodType<T>,
  timers: Timers,
): Promise<T> {
  return parseJsonBody(await receiveJson(request, timers), schema);
}

/**
 * Receives a JSON body of at most 64 KiB without looking at it.
 * @param options.isOptional whether a request without a body counts as `{}`, whatever its content type
 * @throws DomainError `unsupported-media-type`, `body-too-large`, `body-too-slow`, `malformed-json`
 */
export async function receiveJson(
  request: ApiRequest,
  timers: Timers,
  { isOptional = false }: { readonly isOptional?: boolean } = {},
): Promise<Buffer> {
  if (!isOptional) assertJson(request.headers);
  const bytes = await readBytes(request, timers);
  if (!isOptional) return bytes;
  if (bytes.length === 0) return Buffer.from("{}");
  assertJson(request.headers);
  return bytes;
}

/** Parses and validates a received body. @throws DomainError `malformed-json`, `validation-failed` */
export function parseJsonBody<T>(bytes: Buffer, schema: z.ZodType<T>): T {
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
