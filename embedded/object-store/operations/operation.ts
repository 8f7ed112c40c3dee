import type { Readable } from "node:stream";
import { S3Error } from "../protocol/s3-error";
import type { IncomingRequest } from "../signature/signature-claim";
import type { VerifiedSignature } from "../signature/verify-request";
import type { DiskStore } from "../storage/disk-store";

/** A request whose signature has been verified. */
export interface VerifiedRequest extends IncomingRequest, VerifiedSignature {
  /** Call it when every check that needs no body has passed: it sends `100 Continue` if the client waits for that. */
  readonly receiveBody: () => Readable;
}

/** What an operation depends on. */
export interface OperationContext {
  readonly request: VerifiedRequest;
  readonly store: DiskStore;
  readonly region: string;
  readonly objectSizeMaxBytes: number;
  /** What the disk has left; null when the system does not tell. */
  readonly freeBytes: () => Promise<number | null>;
}

/** What goes back. A stream is sent once and always closed; on HEAD nothing of a body is sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

/** Carries out one S3 operation or throws an S3Error. */
export type Operation = (context: OperationContext) => Promise<Answer>;

/** A query parameter by its exact name, undefined when it is not there. */
export function queryParameter(request: VerifiedRequest, name: string): string | undefined {
  return request.target.query.find((pair) => pair.name === name)?.value;
}

/**
 * An `x-amz-*` value, wherever the signer put it: in the header or hoisted into the query.
 * Throws InvalidArgument when the two disagree.
 */
export function amzParameter(request: VerifiedRequest, name: string): string | undefined {
  const inHeader = request.headers[name];
  const inQuery = request.target.query.find((pair) => pair.name.toLowerCase() === name)?.value;
  if (inHeader !== undefined && inQuery !== undefined && inHeader !== inQuery) {
    throw new S3Error("InvalidArgument", `${name} differs between header and query.`);
  }
  return inHeader ?? inQuery;
}

/** Lower-case names of all `x-amz-*` values of the request, header and query. */
export function amzParameterNames(request: VerifiedRequest): string[] {
  const names = [
    ...Object.keys(request.headers),
    ...request.target.query.map(({ name }) => name.toLowerCase()),
  ];
  return [...new Set(names.filter((name) => name.startsWith("x-amz-")))];
}
