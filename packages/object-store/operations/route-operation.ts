import { requireHeaderName, requirePrintableAscii } from "../protocol/http-headers";
import { noSuchBucket, S3Error } from "../protocol/s3-error";
import { isBucketName } from "../storage/bucket-directory";
import { createBucket, deleteBucket, headBucket } from "./bucket-operations";
import { getBucketVersioning, putBucketVersioning } from "./bucket-versioning";
import { copyObject } from "./copy-object";
import { deleteObject } from "./delete-object";
import { getObject, headObject } from "./get-object";
import { listObjectVersions } from "./list-object-versions";
import { listObjects } from "./list-objects";
import { CONTENT_HEADERS } from "./object-headers";
import {
  type Answer,
  amzParameter,
  amzParameterNames,
  type Operation,
  type OperationContext,
  type VerifiedRequest,
} from "./operation";
import { putObject } from "./put-object";

const KEY_BYTES_MAX = 1024;

/** An operation and every feature that it supports. A feature that is not listed is rejected, never ignored. */
interface Route {
  readonly run: Operation;
  readonly queryParameters?: readonly string[];
  readonly amzParameters?: readonly string[];
}

const CHECKSUMS = ["x-amz-sdk-checksum-algorithm", "x-amz-checksum-sha256", "x-amz-checksum-crc32"];
const OVERRIDES = CONTENT_HEADERS.map((name) => `response-${name}`);
const READ = {
  queryParameters: [...OVERRIDES, "versionId", "partNumber"],
  amzParameters: ["x-amz-checksum-mode"],
};
const GROUPING = ["prefix", "delimiter", "max-keys", "encoding-type"];

/** The subresources of a bucket, by the name of the query parameter. */
const SUBRESOURCES = ["versioning", "versions"];

const BUCKET_ROUTES: Readonly<Record<string, Route>> = {
  PUT: { run: createBucket },
  HEAD: { run: headBucket },
  DELETE: { run: deleteBucket },
  GET: {
    run: listObjects,
    queryParameters: [
      ...GROUPING,
      "list-type",
      "start-after",
      "continuation-token",
      "fetch-owner",
      "marker",
    ],
  },
  "GET versions": {
    run: listObjectVersions,
    queryParameters: [...GROUPING, "versions", "key-marker", "version-id-marker"],
  },
  "GET versioning": { run: getBucketVersioning, queryParameters: ["versioning"] },
  "PUT versioning": {
    run: putBucketVersioning,
    queryParameters: ["versioning"],
    amzParameters: CHECKSUMS,
  },
};

const OBJECT_ROUTES: Readonly<Record<string, Route>> = {
  PUT: { run: putObject, amzParameters: CHECKSUMS },
  GET: { run: getObject, ...READ },
  HEAD: { run: headObject, ...READ },
  DELETE: { run: deleteObject, queryParameters: ["versionId"] },
};

const COPY_ROUTE: Route = {
  run: copyObject,
  amzParameters: [
    "x-amz-copy-source",
    "x-amz-copy-source-if-match",
    "x-amz-copy-source-if-none-match",
    "x-amz-copy-source-if-modified-since",
    "x-amz-copy-source-if-unmodified-since",
    "x-amz-metadata-directive",
  ],
};

/** These names belong to signing or to the SDK's bookkeeping, and are therefore accepted everywhere. */
const ALWAYS_UNDERSTOOD = [
  "x-id",
  "x-amz-algorithm",
  "x-amz-credential",
  "x-amz-date",
  "x-amz-expires",
  "x-amz-signedheaders",
  "x-amz-signature",
  "x-amz-content-sha256",
  "x-amz-user-agent",
];

/**
 * Header and query names that rclone, s3cmd and others send, with the values that only ask for the default behaviour.
 */
const HARMLESS_VALUES: Readonly<Record<string, RegExp>> = {
  "x-amz-acl": /^private$/,
  "x-amz-storage-class": /^STANDARD$/,
  "x-amz-bucket-object-lock-enabled": /^false$/i,
  "x-amz-bypass-governance-retention": /^(true|false)$/i,
};

const METHODS_OF_S3 = ["GET", "HEAD", "PUT", "POST", "DELETE"];

/**
 * Performs the operation that a verified request asks for.
 * @throws S3Error NotImplemented for an unsupported operation, or the operation's own error
 */
export async function runOperation(context: OperationContext): Promise<Answer> {
  const { request, store } = context;
  requirePrintableValues(request);
  const route = chooseRoute(request);
  requireUnderstood(request, route);
  requireValidNames(request);
  if (route.run !== createBucket && !store.hasBucket(request.target.bucket)) {
    throw noSuchBucket();
  }
  return route.run(context);
}

function requirePrintableValues(request: VerifiedRequest): void {
  for (const name of amzParameterNames(request)) {
    requireHeaderName(name);
    requirePrintableAscii(name, amzParameter(request, name) ?? "");
  }
  for (const { name, value } of request.target.query) {
    if (name.startsWith("response-")) {
      requirePrintableAscii(name, value);
    }
  }
}

function chooseRoute(request: VerifiedRequest): Route {
  const { method, target } = request;
  if (!METHODS_OF_S3.includes(method)) {
    throw new S3Error("MethodNotAllowed", `${method} is not an S3 method.`);
  }
  const isCopy = method === "PUT" && amzParameter(request, "x-amz-copy-source") !== undefined;
  const objectRoute = isCopy ? COPY_ROUTE : OBJECT_ROUTES[method];
  const route = target.key === "" ? bucketRoute(request) : objectRoute;
  if (target.bucket === "" || route === undefined) {
    throw new S3Error("NotImplemented", "This operation is not implemented.");
  }
  return route;
}

function bucketRoute({ method, target }: VerifiedRequest): Route | undefined {
  const subresource = target.query.find(({ name }) => SUBRESOURCES.includes(name))?.name;
  return BUCKET_ROUTES[subresource === undefined ? method : `${method} ${subresource}`];
}

function requireUnderstood(request: VerifiedRequest, route: Route): void {
  const understood = new Set([
    ...ALWAYS_UNDERSTOOD,
    ...(route.amzParameters ?? []),
    ...(route.queryParameters ?? []),
  ]);
  const names = [...request.target.query.map(({ name }) => name), ...amzParameterNames(request)];
  const unknown = names.find(
    (name) =>
      !understood.has(normalName(name)) && !isUserMetadata(name) && !isHarmless(request, name),
  );
  if (unknown !== undefined) {
    throw new S3Error("NotImplemented", `${unknown} is not implemented for this operation.`);
  }
  requireNoDuplicates(request);
}

function isHarmless(request: VerifiedRequest, name: string): boolean {
  const lowerCase = name.toLowerCase();
  return HARMLESS_VALUES[lowerCase]?.test(amzParameter(request, lowerCase) ?? "") ?? false;
}

/** Query names are case-sensitive, except those that correspond to a header. */
function normalName(name: string): string {
  const lowerCase = name.toLowerCase();
  return lowerCase.startsWith("x-amz-") ? lowerCase : name;
}

/** Returns whether the name belongs to user metadata, which is ignored except on uploads, as in S3. */
function isUserMetadata(name: string): boolean {
  return name.toLowerCase().startsWith("x-amz-meta-");
}

function requireNoDuplicates(request: VerifiedRequest): void {
  const names = request.target.query.map(({ name }) => name.toLowerCase());
  if (new Set(names).size !== names.length) {
    throw new S3Error("InvalidArgument", "A query parameter appears more than once.");
  }
}

function requireValidNames({ target }: VerifiedRequest): void {
  if (!isBucketName(target.bucket)) {
    throw new S3Error("InvalidBucketName", "The bucket name is not valid.");
  }
  if (Buffer.byteLength(target.key) > KEY_BYTES_MAX) {
    throw new S3Error("KeyTooLongError", `The key is longer than ${KEY_BYTES_MAX} bytes.`);
  }
}
