"use client";

import { type ReactNode, Suspense, useState } from "react";

/**
 * Shows the fallback until the children are there, except in a document that the server sends whole: React would hide what it sends
 * after a fallback for 300 ms, and runs nothing in it before.
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
  // Fixed: with the boundary, everything below it would be made again when the router reads the page again.
  const [hasBoundary] = useState(!isWhole);
  return hasBoundary ? <Suspense fallback={fallback}>{children}</Suspense> : children;
}
