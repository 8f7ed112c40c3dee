import type { z } from "zod";
import { createCaller } from "@/lib/client/caller";
import { SYSTEM_CLOCK } from "@/lib/client/retrying";
import type {
  notificationDetail,
  notificationPage,
} from "@/lib/http/notifications/external-api-schemas";
import type { ApiAccess } from "./access";

/** The delivery log of a Stagedoor, for administrators' programs. Its calls reject in the same way as the client's. */
export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

const NOTIFICATIONS = "/notifications";

/** Creates the API calls for notifications. */
export function createDeliveryLog(access: ApiAccess, fetch = globalThis.fetch) {
  const retrying = { onPause: () => undefined, clock: SYSTEM_CLOCK };
  const { json } = createCaller({ ...access, fetch }, retrying);
  return {
    /** Returns the newest 100 pending notifications. */
    listPending: async () => {
      const path = `${NOTIFICATIONS}?state=pending`;
      return (await json<z.infer<typeof notificationPage>>({ method: "GET", path })).items;
    },
    /** Returns a notification with its bytes and its attempts. */
    get: (id: string) =>
      json<z.infer<typeof notificationDetail>>({ method: "GET", path: `${NOTIFICATIONS}/${id}` }),
    /** Resends the notification now, with the same id and bytes. */
    resend: (id: string) => json({ method: "POST", path: `${NOTIFICATIONS}/${id}/resend` }),
  };
}

/** Returns the id of the notification in a request, from its webhook-id header. */
export const notificationIdOf = (webhookId: string | null) =>
  (webhookId ?? "").replace(/^msg_/, "");
