import type { Settings } from "@/lib/env/read-settings";

/**
 * Returns the origin of signed URLs, to which browsers send files. In virtual-host style, the bucket has its own host.
 */
export function uploadOrigin({
  objectStore,
  objectStorePublicUrl,
}: Pick<Settings, "objectStore" | "objectStorePublicUrl">): string {
  const { protocol, host } = new URL(objectStore?.publicEndpoint ?? objectStorePublicUrl);
  if (!objectStore || objectStore.forcePathStyle) return `${protocol}//${host}`;
  return `${protocol}//${objectStore.bucket}.${host}`;
}
