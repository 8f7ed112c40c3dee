"use client";

import useSwr from "swr";
import type { ReadingForecastAnswer } from "@/lib/http/processing/cockpit-schemas";
import { SWR_OPTIONS } from "../api/swr-options";
import { useLiveRefresh } from "../live/live-provider";
import { COCKPIT_TEXTS } from "../texts/en/cockpit-texts";

const REFRESH_MS = 5_000;

/**
 * Says how many documents of an asset, or of all if it is null, wait to be read, and about how long that will take.
 * Renders nothing if none are waiting.
 */
export function ReadingForecast({ assetIdentifier }: { readonly assetIdentifier: string | null }) {
  const query = assetIdentifier === null ? "" : `?${new URLSearchParams({ assetIdentifier })}`;
  const { data, mutate } = useSwr<ReadingForecastAnswer>(
    `/api/cockpit/processing/forecast${query}`,
    {
      ...SWR_OPTIONS,
      // While thousands of documents change, live updates would ask twice a second.
      refreshInterval: (latest) => (latest && latest.waitingCount > 0 ? REFRESH_MS : 0),
    },
  );
  const waitingCount = data?.waitingCount ?? 0;
  useLiveRefresh(
    () => mutate(),
    (news) =>
      waitingCount === 0 &&
      (news === "everything" ||
        (assetIdentifier === null
          ? news.assetIdentifiers.length > 0
          : news.assetIdentifiers.includes(assetIdentifier))),
  );
  if (!data || waitingCount === 0) return null;
  return (
    <p className="tabular-nums">
      {COCKPIT_TEXTS.waitingToBeRead(waitingCount, data.isAtLeast, data.secondsLeft)}
    </p>
  );
}
