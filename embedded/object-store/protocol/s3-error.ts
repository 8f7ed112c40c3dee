import { hasErrnoCode } from "../../has-errno-code";

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

/** Every code this server answers with; its HTTP status stands in one table. */
export type S3ErrorCode = keyof typeof STATUS_OF_CODE;

interface S3ErrorDetails {
  /** Extra response headers, such as the size with a refused range. */
  readonly headers?: Readonly<Record<string, string>>;
  /** More elements of the answer, by name, where clients read them: the region, the unknown key. */
  readonly elements?: Readonly<Record<string, string>>;
  /** Only for a full disk, which S3 has no code of its own for. */
  readonly status?: number;
  readonly cause?: unknown;
}

/** A refusal in the words of S3. The message is shown to the caller. */
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

/** Whatever was thrown, as a refusal: a full disk is 507, the unexpected is 500 and keeps its message to itself. */
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

/** The refusal of a store that has no space left; the cause is for the log. */
export function diskFull(cause: unknown): S3Error {
  const message = "The disk is full; nothing was stored.";
  return new S3Error("InternalError", message, { status: 507, cause });
}

/** What an operation answers whose conditions are not met. */
export function preconditionFailed(): S3Error {
  const message = "At least one of the pre-conditions you specified did not hold.";
  return new S3Error("PreconditionFailed", message);
}

/** What an operation answers whose bucket does not exist, or does not exist any more. */
export function noSuchBucket(): S3Error {
  return new S3Error("NoSuchBucket", "The specified bucket does not exist.");
}
