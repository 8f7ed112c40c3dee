"use client";

import useSWR from "swr";
import type { ApiKeyList } from "@/lib/http/accounts/api-key-schemas";
import { SWR_OPTIONS } from "../../api/swr-options";
import { API_KEYS_PATH } from "./api-key-calls";

/** Returns the current keys. There are no live updates for keys, so the page reloads them after its own changes. */
export function useApiKeys(initial: ApiKeyList) {
  const { data, error, mutate } = useSWR<ApiKeyList>(API_KEYS_PATH, {
    ...SWR_OPTIONS,
    fallbackData: initial,
  });
  return { list: data ?? initial, error: error as unknown, refresh: () => mutate() };
}
