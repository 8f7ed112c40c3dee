import { S3Error } from "../protocol/s3-error";
import type { Operation } from "./operation";

/** CreateBucket. A location in the request's body is not read, because the store has only one location. */
export const createBucket: Operation = async ({ request, store }) => {
  const { bucket } = request.target;
  if (store.hasBucket(bucket)) {
    throw new S3Error("BucketAlreadyOwnedByYou", "The bucket already exists.");
  }
  await store.createBucket(bucket);
  return { status: 200, headers: { location: `/${bucket}` } };
};

/** DeleteBucket; only an empty bucket can be deleted. */
export const deleteBucket: Operation = async ({ request, store }) => {
  if (!(await store.deleteBucket(request.target.bucket))) {
    throw new S3Error(
      "BucketNotEmpty",
      "The bucket you tried to delete is not empty. You must delete all versions in the bucket.",
    );
  }
  return { status: 204, headers: {} };
};

/** HeadBucket. Every operation has already checked that the bucket exists. Clients read the region from the response. */
export const headBucket: Operation = async ({ region }) => ({
  status: 200,
  headers: { "x-amz-bucket-region": region },
});
