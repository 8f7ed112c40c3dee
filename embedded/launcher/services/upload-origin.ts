import type { Settings } from "@/lib/env/read-settings";

/** Where signed URLs lead, and so where browsers send files: the bucket has a host of its own in virtual-host style. */
export function uploadOrigin({
  objectStore,
  objectStorePublicUrl,
}: Pick<Settings, "objectStore" | "objectStorePublicUrl">): string {
  const { protocol, host } = new URL(objectStore?.publicEndpoint ?? objectStorePublicUrl);
  if (!objectStore || objectStore.forcePathStyle) return `${protocol}//${host}`;
  return `${protocol}//${objectStore.bucket}.${host}`;
}
