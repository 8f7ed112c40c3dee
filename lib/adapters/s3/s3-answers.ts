import { S3ServiceException } from "@aws-sdk/client-s3";
import { DomainError } from "@/lib/kernel/rules/errors";
import { isStoreUnavailable, statusOf } from "./is-store-unavailable";

/**
 * Runs one call. A listed status is an answer and gives null, unless it says that the bucket does not exist: that says
 * nothing of an object, though a HEAD, which has no body, cannot tell. Whatever does not pass (a refusal, a wrong set-up, a
 * mistake of ours) stays what it is.
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

/** What every call but a HEAD says of a bucket that is not there. */
export const missingBucket = (bucket: string, cause?: unknown) =>
  new Error(`the bucket ${bucket} does not exist`, { cause });
