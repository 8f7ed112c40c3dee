import type { WriteCondition } from "../storage/bucket";
import { isDeleteMarker } from "../storage/object-metadata";
import type { Operation } from "./operation";
import { requireWriteAllowed } from "./preconditions";
import { markerHeaders, requestedVersion } from "./versions";

/**
 * DeleteObject; deleting a missing object succeeds. If the bucket keeps versions, a request without a version id adds a
 * delete marker, and only a request that names a version removes its bytes.
 */
export const deleteObject: Operation = async ({ request, store }) => {
  const { bucket, key } = request.target;
  const versionId = requestedVersion(request);
  const condition: WriteCondition = (existing) => requireWriteAllowed(request.headers, existing);
  if (versionId === undefined) {
    const marker = await store.hide(bucket, key, condition);
    return { status: 204, headers: marker === null ? {} : markerHeaders(marker.versionId) };
  }
  const removed = await store.remove(bucket, key, versionId, condition);
  const isMarker = removed !== null && isDeleteMarker(removed);
  const headers = isMarker ? markerHeaders(versionId) : { "x-amz-version-id": versionId };
  return { status: 204, headers };
};
