import { createHash, timingSafeEqual } from "node:crypto";

/** Whether both are the same text, in a time that tells nothing about where they differ. */
export function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
