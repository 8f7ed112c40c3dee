import { S3Error } from "../protocol/s3-error";
import type { Operation } from "./operation";

/** CreateBucket. A location in the body is not read: there is only this place. */
export const createBucket: Operation = async ({ request, store }) => {
  const { bucket } = request.target;
  if (store.hasBucket(bucket)) {
    throw new S3Error("BucketAlreadyOwnedByYou", "The bucket already exists.");
  }
  await store.createBucket(bucket);
  return { status: 200, headers: { location: `/${bucket}` } };
};

/** DeleteBucket, of an empty one only. */
export const deleteBucket: Operation = async ({ request, store }) => {
  if (!(await store.deleteBucket(request.target.bucket))) {
    throw new S3Error(
      "BucketNotEmpty",
      "The bucket you tried to delete is not empty. You must delete all versions in the bucket.",
    );
  }
  return { status: 204, headers: {} };
};

/** HeadBucket; that the bucket exists has been checked for every operation. Clients learn the region from it. */
export const headBucket: Operation = async ({ region }) => ({
  status: 200,
  headers: { "x-amz-bucket-region": region },
});
