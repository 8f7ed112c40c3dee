import { S3ServiceException } from "@aws-sdk/client-s3";
import { DomainError } from "@/lib/kernel/rules/errors";
import { isStoreUnavailable, statusOf } from "./is-store-unavailable";

/**
 * Makes a call. Returns null for a listed status, unless the error says that the bucket does not exist, which a HEAD
 * cannot say because its response has no body. Permanent errors (a rejection, a wrong configuration, our own mistake) are
 * rethrown unchanged.
 */
export async function withBucket<T>(
  bucket: string,
  call: () => Promise<T>,
  answers: readonly number[],
): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (isMissingBucket(error)) throw missingBucket(bucket, error);
    if (error instanceof S3ServiceException && answers.includes(statusOf(error) ?? 0)) return null;
    if (!isStoreUnavailable(error)) throw error;
    throw new DomainError(
      "object-store-unavailable",
      "The object store is not available at the moment. Saved data is safe. Try again shortly.",
      { cause: error },
    );
  }
}

const isMissingBucket = (error: unknown) =>
  error instanceof S3ServiceException && error.name === "NoSuchBucket";

/** The error that every call except HEAD causes if the bucket does not exist. */
export const missingBucket = (bucket: string, cause?: unknown) =>
  new Error(`the bucket ${bucket} does not exist`, { cause });
