import type { z } from "zod";
import { createCaller } from "@/lib/client/caller";
import { SYSTEM_CLOCK } from "@/lib/client/retrying";
import type {
  notificationDetail,
  notificationPage,
} from "@/lib/http/notifications/external-api-schemas";
import type { ApiAccess } from "./access";

/** The delivery log of one Stagedoor, for programs of administrators. Its calls reject like the client's. */
export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

const NOTIFICATIONS = "/notifications";

/** The calls about notifications. */
export function createDeliveryLog(access: ApiAccess, fetch = globalThis.fetch) {
  const retrying = { onPause: () => undefined, clock: SYSTEM_CLOCK };
  const { json } = createCaller({ ...access, fetch }, retrying);
  return {
    /** The newest 100 pending notifications. */
    listPending: async () => {
      const path = `${NOTIFICATIONS}?state=pending`;
      return (await json<z.infer<typeof notificationPage>>({ method: "GET", path })).items;
    },
    /** A notification with its bytes and its attempts. */
    get: (id: string) =>
      json<z.infer<typeof notificationDetail>>({ method: "GET", path: `${NOTIFICATIONS}/${id}` }),
    /** Sends it now, with the same id and bytes. */
    resend: (id: string) => json({ method: "POST", path: `${NOTIFICATIONS}/${id}/resend` }),
  };
}

/** The id of the notification that a request carried, by its header webhook-id. */
export const notificationIdOf = (webhookId: string | null) =>
  (webhookId ?? "").replace(/^msg_/, "");
