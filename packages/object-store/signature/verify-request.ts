import { timingSafeEqual } from "node:crypto";
import { S3Error } from "../protocol/s3-error";
import {
  type IncomingRequest,
  missingDate,
  readSignatureClaim,
  type SignatureClaim,
} from "./signature-claim";
import { sign } from "./sigv4";

const CLOCK_SKEW_MS_MAX = 15 * 60_000;

/** The credentials and hosts that this server accepts. */
export interface Trust {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** The `host:port` values that clients sign although a proxy sends a different Host. */
  readonly publicHosts: readonly string[];
  readonly now: () => Date;
}

/** The parts of a request that the holder of our secret key has signed. */
export interface VerifiedSignature {
  /** The SHA-256 of the expected body in hex, or `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string;
  /** Lower-case names. Any other header may have been added by the holder of a signed URL. */
  readonly signedHeaders: readonly string[];
}

/**
 * Verifies that the holder of our secret key signed exactly this request and that it is within its validity period,
 * without reading the body. The order of the steps decides which code is returned for a request with several faults.
 * Throws {@link S3Error}.
 */
export function verifyRequest(request: IncomingRequest, trust: Trust): VerifiedSignature {
  const claim = readSignatureClaim(request); // steps 1 and 2
  const signedAtMs = requireDate(claim); // step 4 comes first, because the scope repeats the day of this date
  requireOurScope(claim, trust); // 3
  requireNotAhead(claim, signedAtMs, trust); // 5
  requireNotExpired(claim, signedAtMs, trust); // 6
  requireHostSigned(claim); // 7
  requireAmzHeadersSigned(claim, request); // 8
  requireHash(claim);
  requireSignature(claim, request, trust); // 9
  requireWholeBody(claim); // 10
  return { payloadHash: claim.payloadHash, signedHeaders: claim.signedHeaders };
}

/** Each part of the scope has its own error in S3's words, because clients read the region from some of these errors. */
function requireOurScope(claim: SignatureClaim, trust: Trust): void {
  const [keyId, day = "", region, service, terminal, ...rest] = claim.credential.split("/");
  const isQuery = claim.form === "query";
  const refuse = (fault: string, elements = {}) => {
    const about = isQuery
      ? "Error parsing the X-Amz-Credential parameter"
      : "The authorization header is malformed";
    return new S3Error(claim.malformedCode, `${about}; ${fault}`, { elements });
  };
  if (!keyId || terminal === undefined || rest.length > 0) {
    const form = "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request";
    throw refuse(`the Credential is mal-formed; expecting "${form}".`);
  }
  if (terminal !== "aws4_request") {
    throw refuse(`incorrect terminal "${terminal}". This endpoint uses "aws4_request".`);
  }
  if (service !== "s3") {
    throw refuse(`incorrect service "${service}". This endpoint belongs to "s3".`);
  }
  if (region !== trust.region) {
    throw refuse(`the region "${region}" is wrong; expecting "${trust.region}"`, {
      Region: trust.region,
    });
  }
  if (!/^\d{8}$/.test(day)) {
    throw refuse(
      `incorrect date format "${day}". This date in the credential must be in the format "yyyyMMdd".`,
    );
  }
  const dayOfDate = claim.date.slice(0, 8);
  if (day !== dayOfDate) {
    throw new S3Error(
      claim.malformedCode,
      `Invalid credential date "${day}". This date is not the same as X-Amz-Date: "${dayOfDate}".`,
    );
  }
}

function requireDate(claim: SignatureClaim): number {
  const iso = claim.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const signedAtMs = iso === claim.date ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(signedAtMs)) {
    throw missingDate();
  }
  return signedAtMs;
}

function requireNotAhead(claim: SignatureClaim, signedAtMs: number, trust: Trust): void {
  if (signedAtMs > trust.now().getTime() + CLOCK_SKEW_MS_MAX) {
    throw new S3Error(claim.timeCode, "The signature is dated in the future; check the clock.");
  }
}

function requireNotExpired(claim: SignatureClaim, signedAtMs: number, trust: Trust): void {
  if (trust.now().getTime() > signedAtMs + claim.lifetimeMs) {
    throw new S3Error(claim.timeCode, "Request has expired");
  }
}

function requireHostSigned({ signedHeaders }: SignatureClaim): void {
  const isAscending = signedHeaders.every(
    (name, index) => index === 0 || (signedHeaders[index - 1] ?? "") < name,
  );
  const isLowerCase = signedHeaders.every((name) => name === name.toLowerCase());
  if (!signedHeaders.includes("host") || !isAscending || !isLowerCase) {
    throw new S3Error(
      "AccessDenied",
      "The signed headers must include host, be in lower case and be in ascending order.",
    );
  }
}

/**
 * Requires the `x-amz-*` headers to be signed. Otherwise the holder of an upload URL could add `x-amz-copy-source` and
 * read other objects.
 */
function requireAmzHeadersSigned(claim: SignatureClaim, request: IncomingRequest): void {
  const unsigned = Object.keys(request.headers).filter(
    (name) =>
      name.startsWith("x-amz-") &&
      !claim.signedHeaders.includes(name) &&
      !(claim.form === "query" && name === "x-amz-content-sha256"),
  );
  if (unsigned.length > 0) {
    throw new S3Error(
      "AccessDenied",
      "There were headers present in the request which were not signed",
      { elements: { HeadersNotSigned: unsigned.toSorted().join(", ") } },
    );
  }
}

function requireSignature(claim: SignatureClaim, request: IncomingRequest, trust: Trust): void {
  const hosts = [request.headers.host ?? "", ...trust.publicHosts];
  const isMatch = hosts.map((host) => isSignedFor(host, claim, request, trust)).includes(true);
  // Checked after the computation, so that the response time does not reveal which key ids exist.
  if (claim.credential.split("/")[0] !== trust.accessKeyId) {
    throw new S3Error(
      "InvalidAccessKeyId",
      "The AWS Access Key Id you provided does not exist in our records.",
      { elements: { AWSAccessKeyId: claim.credential.split("/")[0] ?? "" } },
    );
  }
  if (!isMatch) {
    throw new S3Error(
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
    );
  }
}

function isSignedFor(
  host: string,
  claim: SignatureClaim,
  request: IncomingRequest,
  trust: Trust,
): boolean {
  const expected = sign(
    {
      method: request.method,
      canonicalPath: request.target.canonicalPath,
      query: request.target.query,
      signedHeaders: claim.signedHeaders,
      headerValue: (name) => (name === "host" ? host : (request.headers[name] ?? "")),
      payloadHash: claim.payloadHash,
    },
    { date: claim.date, region: trust.region, secretAccessKey: trust.secretAccessKey },
  );
  const expectedBytes = Buffer.from(expected);
  const claimedBytes = Buffer.from(claim.signature);
  return (
    expectedBytes.length === claimedBytes.length && timingSafeEqual(expectedBytes, claimedBytes)
  );
}

function requireWholeBody({ payloadHash }: SignatureClaim): void {
  if (payloadHash.startsWith("STREAMING-")) {
    throw new S3Error(
      "NotImplemented",
      "aws-chunked bodies are not supported; send the body without chunks.",
    );
  }
}

/**
 * Requires a well-formed hash. A signature that covers a malformed hash is never valid, and a separate code is clearer
 * than "does not match".
 */
function requireHash({ payloadHash }: SignatureClaim): void {
  if (!/^(UNSIGNED-PAYLOAD|STREAMING-[A-Z0-9-]+|[0-9a-f]{64})$/.test(payloadHash)) {
    throw new S3Error(
      "InvalidArgument",
      "x-amz-content-sha256 must be UNSIGNED-PAYLOAD or a valid sha256 value.",
    );
  }
}
