import type { EndedSessions } from "@/lib/http/accounts/cockpit-schemas";
import { callCockpit } from "../api/call-cockpit";

/** Where one's own sessions are read. */
export const OWN_SESSIONS_PATH = "/api/cockpit/account/sessions";

/** Ends sessions of whoever is signed in. */
export const ownSessionCalls = {
  endOne: (id: string) => callCockpit<void>("DELETE", `${OWN_SESSIONS_PATH}/${id}`),
  endOthers: () => callCockpit<EndedSessions>("DELETE", OWN_SESSIONS_PATH),
} as const;
