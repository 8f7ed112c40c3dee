import type { Readable } from "node:stream";
import { S3Error } from "../protocol/s3-error";
import type { IncomingRequest } from "../signature/signature-claim";
import type { VerifiedSignature } from "../signature/verify-request";
import type { DiskStore } from "../storage/disk-store";

/** A request whose signature has been verified. */
export interface VerifiedRequest extends IncomingRequest, VerifiedSignature {
  /**
   * Returns the body. Call it after all checks that do not need the body, because it sends `100 Continue` if the client
   * is waiting for it.
   */
  readonly receiveBody: () => Readable;
}

/** The dependencies of an operation. */
export interface OperationContext {
  readonly request: VerifiedRequest;
  readonly store: DiskStore;
  readonly region: string;
  readonly objectSizeMaxBytes: number;
  /** The space that uploads must leave free on the disk. */
  readonly reservedBytes: number;
  /** Resolves with the free space on the disk; null if the system does not report it. */
  readonly freeBytes: () => Promise<number | null>;
}

/** A response. A stream is sent once and always closed; on HEAD no body is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

/** Performs one S3 operation or throws an S3Error. */
export type Operation = (context: OperationContext) => Promise<Answer>;

/** Returns a query parameter by its exact name; undefined if it is absent. */
export function queryParameter(request: VerifiedRequest, name: string): string | undefined {
  return request.target.query.find((pair) => pair.name === name)?.value;
}

/**
 * Returns an `x-amz-*` value from the header, or from the query if the signer moved it there.
 * @throws S3Error InvalidArgument if the two differ
 */
export function amzParameter(request: VerifiedRequest, name: string): string | undefined {
  const inHeader = request.headers[name];
  const inQuery = request.target.query.find((pair) => pair.name.toLowerCase() === name)?.value;
  if (inHeader !== undefined && inQuery !== undefined && inHeader !== inQuery) {
    throw new S3Error("InvalidArgument", `${name} differs between header and query.`);
  }
  return inHeader ?? inQuery;
}

/** Returns the lower-case names of all `x-amz-*` values in the request's header and query. */
export function amzParameterNames(request: VerifiedRequest): string[] {
  const names = [
    ...Object.keys(request.headers),
    ...request.target.query.map(({ name }) => name.toLowerCase()),
  ];
  return [...new Set(names.filter((name) => name.startsWith("x-amz-")))];
}
