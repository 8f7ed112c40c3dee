import { timingSafeEqual } from "node:crypto";
import { S3Error } from "../protocol/s3-error";
import { type IncomingRequest, readSignatureClaim, type SignatureClaim } from "./signature-claim";
import { sign } from "./sigv4";

const CLOCK_SKEW_MS_MAX = 15 * 60_000;

/** Whom this server believes. */
export interface Trust {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** `host:port` values that clients sign although a proxy sends us another Host. */
  readonly publicHosts: readonly string[];
  readonly now: () => Date;
}

/** What the holder of our secret key has signed. */
export interface VerifiedSignature {
  /** SHA-256 promised for the body (hex), or `UNSIGNED-PAYLOAD`. */
  readonly payloadHash: string;
  /** Lower-case names. Any other header is a claim of whoever holds a signed URL. */
  readonly signedHeaders: readonly string[];
}

/**
 * Whether the holder of our secret key signed exactly this request and its time has not passed; nothing of the body is
 * read. The order of the steps decides which code a request with several faults gets. Throws {@link S3Error}.
 */
export function verifyRequest(request: IncomingRequest, trust: Trust): VerifiedSignature {
  const claim = readSignatureClaim(request); // steps 1 and 2
  requireOurScope(claim, trust); // 3
  const signedAtMs = requireDate(claim); // 4
  requireNotAhead(claim, signedAtMs, trust); // 5
  requireNotExpired(claim, signedAtMs, trust); // 6
  requireHostSigned(claim); // 7
  requireAmzHeadersSigned(claim, request); // 8
  requireSignature(claim, request, trust); // 9
  requireWholeBody(claim); // 10
  return { payloadHash: claim.payloadHash, signedHeaders: claim.signedHeaders };
}

function requireOurScope(claim: SignatureClaim, trust: Trust): void {
  const [keyId, day, region, service, terminator, ...rest] = claim.credential.split("/");
  const isOurs =
    Boolean(keyId) &&
    day === claim.date.slice(0, 8) &&
    region === trust.region &&
    service === "s3" &&
    terminator === "aws4_request" &&
    rest.length === 0;
  if (!isOurs) {
    throw new S3Error(
      claim.malformedCode,
      `The credential must be <key id>/<day of the date>/${trust.region}/s3/aws4_request.`,
    );
  }
}

function requireDate(claim: SignatureClaim): number {
  const iso = claim.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z");
  const signedAtMs = iso === claim.date ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(signedAtMs)) {
    throw new S3Error("AccessDenied", "The date is not of the form yyyymmddThhmmssZ.");
  }
  return signedAtMs;
}

function requireNotAhead(claim: SignatureClaim, signedAtMs: number, trust: Trust): void {
  if (signedAtMs > trust.now().getTime() + CLOCK_SKEW_MS_MAX) {
    throw new S3Error(claim.timeCode, "The request is signed for the future; check the clock.");
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
      "The signed headers must include host, be lower case and stand in ascending order.",
    );
  }
}

/** Without this the holder of an upload URL could add `x-amz-copy-source` and read other objects. */
function requireAmzHeadersSigned(claim: SignatureClaim, request: IncomingRequest): void {
  const unsigned = Object.keys(request.headers).find(
    (name) =>
      name.startsWith("x-amz-") &&
      !claim.signedHeaders.includes(name) &&
      !(claim.form === "query" && name === "x-amz-content-sha256"),
  );
  if (unsigned !== undefined) {
    throw new S3Error("AccessDenied", `The header ${unsigned} is not signed.`);
  }
}

function requireSignature(claim: SignatureClaim, request: IncomingRequest, trust: Trust): void {
  const hosts = [request.headers.host ?? "", ...trust.publicHosts];
  const isMatch = hosts.map((host) => isSignedFor(host, claim, request, trust)).includes(true);
  // Decided after the computation, so that the time taken does not tell which key ids exist.
  if (claim.credential.split("/")[0] !== trust.accessKeyId) {
    throw new S3Error("InvalidAccessKeyId", "The access key id does not exist here.");
  }
  if (!isMatch) {
    throw new S3Error("SignatureDoesNotMatch", "The signature does not match this request.");
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
    throw new S3Error("NotImplemented", "aws-chunked bodies are not supported; send it plain.");
  }
  if (payloadHash !== "UNSIGNED-PAYLOAD" && !/^[0-9a-f]{64}$/.test(payloadHash)) {
    throw new S3Error("InvalidArgument", "x-amz-content-sha256 is neither a SHA-256 nor unsigned.");
  }
}
