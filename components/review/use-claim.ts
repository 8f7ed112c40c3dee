"use client";

import { useCallback, useEffect, useState } from "react";
import type { HeldDocument } from "@/lib/http/review/cockpit-schemas";
import { holdDocument } from "./use-review-session";

/** A claim lasts two minutes. */
const RENEW_MS = 45_000;
/** A reviewer who has done nothing for this long no longer renews their claim. */
const IDLE_MS = 120_000;
const INPUTS = ["pointerdown", "keydown", "wheel"] as const;

/**
 * Keeps the claim on a document while the reviewer is active. @returns another reviewer's claim, or null, and a function
 * that takes the document over
 */
export function useClaim(uuid: string): readonly [HeldDocument | null, () => Promise<void>] {
  const [other, setOther] = useState<HeldDocument | null>(null);
  const hold = useCallback(
    async (takesOver: boolean) => {
      const claim = await holdDocument(uuid, takesOver);
      setOther(claim.isOwn ? null : claim);
    },
    [uuid],
  );
  useEffect(() => {
    let activeMs = performance.now();
    const note = () => {
      activeMs = performance.now();
    };
    const renew = () => {
      if (performance.now() - activeMs > IDLE_MS) return;
      // Without an answer, the claim lasts until it ends; the next renewal follows before that.
      hold(false).catch(() => undefined);
    };
    renew();
    const timer = setInterval(renew, RENEW_MS);
    for (const input of INPUTS) window.addEventListener(input, note, { passive: true });
    return () => {
      clearInterval(timer);
      for (const input of INPUTS) window.removeEventListener(input, note);
    };
  }, [hold]);
  return [other, () => hold(true)];
}
