import { hasErrnoCode } from "../node-helpers";

const STATUS_OF_CODE = {
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  EntityTooLarge: 400,
  IncompleteBody: 400,
  InvalidArgument: 400,
  InvalidBucketName: 400,
  InvalidDigest: 400,
  InvalidRequest: 400,
  InvalidToken: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedXML: 400,
  MetadataTooLarge: 400,
  XAmzContentSHA256Mismatch: 400,
  AccessDenied: 403,
  AccessForbidden: 403,
  InvalidAccessKeyId: 403,
  RequestTimeTooSkewed: 403,
  SignatureDoesNotMatch: 403,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchVersion: 404,
  MethodNotAllowed: 405,
  BucketAlreadyOwnedByYou: 409,
  BucketNotEmpty: 409,
  MissingContentLength: 411,
  PreconditionFailed: 412,
  InvalidPartNumber: 416,
  InvalidRange: 416,
  InternalError: 500,
  NotImplemented: 501,
} as const;

/** Every error code of this server. A table contains the HTTP status of each code. */
export type S3ErrorCode = keyof typeof STATUS_OF_CODE;

interface S3ErrorDetails {
  /** Extra response headers, such as the object's size if a range is rejected. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional elements of the error response that clients read, by name, such as the region or the unknown key. */
  readonly elements?: Readonly<Record<string, string>>;
  /** Set only if the disk is full, because S3 has no code for that. */
  readonly status?: number;
  readonly cause?: unknown;
}

/** An S3 error. The message is shown to the caller. */
export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly elements: Readonly<Record<string, string>>;

  constructor(code: S3ErrorCode, message: string, details: S3ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = "S3Error";
    this.code = code;
    this.status = details.status ?? STATUS_OF_CODE[code];
    this.headers = details.headers ?? {};
    this.elements = details.elements ?? {};
  }
}

/**
 * Converts anything thrown to an S3 error: a full disk becomes 507, anything unexpected becomes 500 without its message.
 */
export function toS3Error(error: unknown): S3Error {
  if (error instanceof S3Error) {
    return error;
  }
  if (hasErrnoCode(error, "ENOSPC") || hasErrnoCode(error, "EDQUOT")) {
    return diskFull(error);
  }
  return new S3Error("InternalError", "Internal error; see the object store's log.", {
    cause: error,
  });
}

/** Returns the error for a store with no space left; the cause is for the log. */
export function diskFull(cause: unknown): S3Error {
  const message = "The disk is full; nothing was stored.";
  return new S3Error("InternalError", message, { status: 507, cause });
}

/** Returns the error for an operation whose conditions are not met. */
export function preconditionFailed(): S3Error {
  const message = "At least one of the pre-conditions you specified did not hold.";
  return new S3Error("PreconditionFailed", message);
}

/** Returns the error for an operation whose bucket does not exist, or no longer exists. */
export function noSuchBucket(): S3Error {
  return new S3Error("NoSuchBucket", "The specified bucket does not exist.");
}
