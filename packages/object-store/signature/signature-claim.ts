import type { RequestHeaders } from "../protocol/http-headers";
import type { RequestTarget } from "../protocol/request-target";
import { S3Error, type S3ErrorCode } from "../protocol/s3-error";
import { ALGORITHM } from "./sigv4";

const HEADER_FORM_LIFETIME_MS = 15 * 60_000;
const EXPIRES_SECONDS_MAX = 604_800;
const MISSING_PARAMETER =
  "Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, " +
  "X-Amz-SignedHeaders, and X-Amz-Expires parameters.";
const QUERY_PARAMETERS = [
  "X-Amz-Algorithm",
  "X-Amz-Credential",
  "X-Amz-Date",
  "X-Amz-Expires",
  "X-Amz-SignedHeaders",
  "X-Amz-Signature",
] as const;

/** A request that has not been verified, so nothing in it is trusted yet. */
export interface IncomingRequest {
  readonly method: string;
  readonly target: RequestTarget;
  readonly headers: RequestHeaders;
}

/** The parts of a request's signature, well-formed but not yet verified. */
export interface SignatureClaim {
  readonly form: "query" | "header";
  readonly credential: string;
  readonly date: string;
  readonly lifetimeMs: number;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payloadHash: string;
  /**
   * The query form and the header form use different codes for a malformed claim and for a claim outside its validity
   * period.
   */
  readonly malformedCode: S3ErrorCode;
  readonly timeCode: S3ErrorCode;
}

/**
 * S3 has no bearer tokens. Clients that follow a redirect from the application to this store often keep sending the
 * application's API key, because both have the same host name.
 */
const BEARER_TOKEN = /^Bearer /i;

/**
 * Steps 1 and 2 of the verification: determines the mechanism and reads all its parts. A bearer token in addition to a
 * signed query is ignored; any other Authorization header counts as a second mechanism and is rejected.
 */
export function readSignatureClaim(request: IncomingRequest): SignatureClaim {
  requireKnownMechanism(request);
  const isQueryForm = request.target.query.some(
    ({ name }) => name === "X-Amz-Algorithm" || name === "X-Amz-Signature",
  );
  const authorization = request.headers.authorization;
  if (isQueryForm && authorization !== undefined && !BEARER_TOKEN.test(authorization)) {
    throw new S3Error("InvalidArgument", "Only one authentication mechanism is allowed.");
  }
  if (isQueryForm) {
    return readQueryClaim(request);
  }
  if (authorization !== undefined) {
    return readHeaderClaim(request, authorization);
  }
  throw new S3Error("AccessDenied", "The request is not signed.");
}

/**
 * Rejects everything except Signature Version 4 with permanent keys. The messages are S3's own, which clients and people
 * recognise.
 */
function requireKnownMechanism({ target, headers }: IncomingRequest): void {
  const names = new Set(target.query.map(({ name }) => name));
  if (names.has("X-Amz-Security-Token") || headers["x-amz-security-token"] !== undefined) {
    throw new S3Error("InvalidToken", "The provided token is malformed or otherwise invalid.");
  }
  const isVersion2 = names.has("AWSAccessKeyId") && names.has("Signature");
  const authorization = headers.authorization ?? "";
  if (isVersion2 || /^AWS /.test(authorization)) {
    throw new S3Error(
      "InvalidRequest",
      "The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.",
    );
  }
  if (authorization && !BEARER_TOKEN.test(authorization) && !authorization.startsWith("AWS4-")) {
    throw new S3Error("InvalidArgument", "Unsupported Authorization Type");
  }
}

function readQueryClaim({ target, headers }: IncomingRequest): SignatureClaim {
  const malformedCode = "AuthorizationQueryParametersError";
  const names = target.query.map(({ name }) => name.toLowerCase());
  if (new Set(names).size !== names.length) {
    throw new S3Error(malformedCode, "A query parameter appears more than once.");
  }
  const values = new Map(target.query.map(({ name, value }) => [name, value]));
  const read = (name: (typeof QUERY_PARAMETERS)[number]): string => {
    const value = values.get(name);
    if (!value) {
      throw new S3Error(malformedCode, MISSING_PARAMETER);
    }
    return value;
  };
  QUERY_PARAMETERS.forEach(read);
  if (read("X-Amz-Algorithm") !== ALGORITHM) {
    throw new S3Error(malformedCode, `X-Amz-Algorithm must be ${ALGORITHM}.`);
  }
  const expires = read("X-Amz-Expires");
  const expiresSeconds = /^\d{1,6}$/.test(expires) ? Number(expires) : 0;
  if (expiresSeconds < 1 || expiresSeconds > EXPIRES_SECONDS_MAX) {
    throw new S3Error(malformedCode, faultOfExpires(expires));
  }
  return {
    form: "query",
    credential: read("X-Amz-Credential"),
    date: read("X-Amz-Date"),
    lifetimeMs: expiresSeconds * 1000,
    signedHeaders: read("X-Amz-SignedHeaders").split(";"),
    signature: read("X-Amz-Signature"),
    payloadHash:
      values.get("X-Amz-Content-Sha256") ?? headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD",
    malformedCode,
    timeCode: "AccessDenied",
  };
}

/** Returns the error for a missing or unreadable date. */
export const missingDate = () =>
  new S3Error("AccessDenied", "AWS authentication requires a valid Date or x-amz-date header");

function faultOfExpires(expires: string): string {
  if (!/^-?\d+$/.test(expires)) return "X-Amz-Expires should be a number";
  if (Number(expires) < 0) return "X-Amz-Expires must be non-negative";
  const longest = `less than ${EXPIRES_SECONDS_MAX} seconds`;
  return `X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be ${longest}`;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 +Credential=([^\s,]+),\s*SignedHeaders=([^\s,]+),\s*Signature=([0-9a-f]{64})$/;

/** Describes what is wrong with a malformed header, in S3's words. */
function faultOfAuthorization(authorization: string): string {
  const components = authorization.slice(ALGORITHM.length).split(",");
  if (components.length < 3) {
    return "the authorization header requires three components: Credential, SignedHeaders, and Signature.";
  }
  const bad = components.find((component) => !component.includes("="));
  if (bad !== undefined) return `the authorization component "${bad.trim()}" is malformed.`;
  const names = components.map((component) => component.trim().split("=")[0]);
  const missing = ["Credential", "SignedHeaders", "Signature"].find(
    (name) => !names.includes(name),
  );
  return missing === undefined ? `it is not of the form ${ALGORITHM}.` : `missing ${missing}.`;
}

function readHeaderClaim({ headers }: IncomingRequest, authorization: string): SignatureClaim {
  const malformedCode = "AuthorizationHeaderMalformed";
  const [, credential, signedHeaders, signature] = AUTHORIZATION.exec(authorization) ?? [];
  if (!credential || !signedHeaders || !signature) {
    throw new S3Error(
      malformedCode,
      `The authorization header is malformed; ${faultOfAuthorization(authorization)}`,
    );
  }
  const date = headers["x-amz-date"];
  if (!date) {
    throw missingDate();
  }
  const payloadHash = headers["x-amz-content-sha256"];
  if (payloadHash === undefined) {
    throw new S3Error("InvalidRequest", "The header x-amz-content-sha256 is missing.");
  }
  return {
    form: "header",
    credential,
    date,
    lifetimeMs: HEADER_FORM_LIFETIME_MS,
    signedHeaders: signedHeaders.split(";"),
    signature,
    payloadHash,
    malformedCode,
    timeCode: "RequestTimeTooSkewed",
  };
}
