import type { Overlap } from "@/lib/accounts/rules/api-key";
import type { ApiKeyRow, NewApiKeyAnswer } from "@/lib/http/accounts/api-key-schemas";
import type { Scope } from "@/lib/kernel/rules/actor";
import { callCockpit } from "../../api/call-cockpit";

/** The path of the list of keys. */
export const API_KEYS_PATH = "/api/cockpit/api-keys";

/** The values entered for a new key. */
export interface ApiKeyInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: string | null;
  readonly allowedNetworks: readonly string[];
}

/** The actions on keys that the page offers. Each makes one call and throws CockpitProblem if it fails. */
export const apiKeyCalls = {
  create: (body: ApiKeyInput) => callCockpit<NewApiKeyAnswer>("POST", API_KEYS_PATH, { body }),
  rotate: (id: string, overlap: Overlap) =>
    callCockpit<NewApiKeyAnswer>("POST", `${API_KEYS_PATH}/${id}/rotate`, { body: { overlap } }),
  revoke: (id: string) => callCockpit<ApiKeyRow>("POST", `${API_KEYS_PATH}/${id}/revoke`),
};
