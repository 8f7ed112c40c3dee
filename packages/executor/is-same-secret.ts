import { createHash, timingSafeEqual } from "node:crypto";

/** Returns whether both strings are equal, compared in constant time. */
export function isSameSecret(candidate: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(candidate), digest(secret));
}
