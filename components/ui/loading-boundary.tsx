"use client";

import { type ReactNode, Suspense, useState } from "react";

/**
 * Shows the fallback until the children are ready, except in a document that the server sends as a whole: React would
 * hide content sent after a fallback for 300 ms, and no script in that content would run until then.
 */
export function LoadingBoundary({
  isWhole,
  fallback,
  children,
}: {
  readonly isWhole: boolean;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}) {
  // Must not change: if a boundary were added or removed, React would remount everything below it.
  const [hasBoundary] = useState(!isWhole);
  return hasBoundary ? <Suspense fallback={fallback}>{children}</Suspense> : children;
}
