import type { RequestHeaders } from "./api-request";
import { validationFailed } from "./read-json-body";

/** 1 to 255 printable ASCII characters, including spaces. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * Returns the `Idempotency-Key` header exactly as the client wrote it, including quotes, or null if there is none.
 * @throws DomainError `validation-failed` at `#/Idempotency-Key`
 */
export function readIdempotencyKey(headers: RequestHeaders): string | null {
  const key = headers.get("idempotency-key");
  if (key === null || KEY.test(key)) return key;
  throw badKey();
}

/**
 * Returns the `Idempotency-Key` header of a call that requires one.
 * @throws DomainError `validation-failed` at `#/Idempotency-Key`
 */
export function requireIdempotencyKey(headers: RequestHeaders): string {
  const key = readIdempotencyKey(headers);
  if (key === null) throw badKey();
  return key;
}

function badKey() {
  const message = "must be 1 to 255 printable ASCII characters, such as a UUID";
  return validationFailed([{ code: "custom", path: ["Idempotency-Key"], message }]);
}
