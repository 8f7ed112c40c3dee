import type { Operation } from "./operation";
import { requireWriteAllowed } from "./preconditions";

/** DeleteObject; deleting what is not there succeeds. */
export const deleteObject: Operation = async ({ request, store }) => {
  const { bucket, key } = request.target;
  await store.remove(bucket, key, (existing) => requireWriteAllowed(request.headers, existing));
  return { status: 204, headers: {} };
};
