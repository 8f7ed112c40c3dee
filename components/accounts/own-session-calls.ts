import type { EndedSessions } from "@/lib/http/accounts/cockpit-schemas";
import { callCockpit } from "../api/call-cockpit";

/** The path of the user's own sessions. */
export const OWN_SESSIONS_PATH = "/api/cockpit/account/sessions";

/** Ends sessions of the signed-in user. */
export const ownSessionCalls = {
  endOne: (id: string) => callCockpit<void>("DELETE", `${OWN_SESSIONS_PATH}/${id}`),
  endOthers: () => callCockpit<EndedSessions>("DELETE", OWN_SESSIONS_PATH),
} as const;
