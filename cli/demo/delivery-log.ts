import type { z } from "zod";
import { createCaller } from "@/lib/client/caller";
import { SYSTEM_CLOCK } from "@/lib/client/retrying";
import type {
  notificationDetail,
  notificationPage,
  notificationRecord,
} from "@/lib/http/notifications/external-api-schemas";
import type { ApiAccess } from "../external-system/access";

/** A notification as the list shows it. */
export type NotificationRecord = z.infer<typeof notificationRecord>;
/** A notification with its bytes and its attempts. */
export type NotificationDetail = z.infer<typeof notificationDetail>;

/** The calls about what was sent. They reject as the client's. */
export interface DeliveryLog {
  /** The newest 100 that are still to be sent. */
  listPending(): Promise<readonly NotificationRecord[]>;
  get(id: string): Promise<NotificationDetail>;
  /** Sends it now, with the same id and bytes. */
  resend(id: string): Promise<void>;
}

const NOTIFICATIONS = "/notifications";

/** The delivery log of one Stagedoor, as an administrator's program reads it. */
export function createDeliveryLog(
  access: ApiAccess,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): DeliveryLog {
  const retrying = { onPause: () => undefined, clock: SYSTEM_CLOCK };
  const { json } = createCaller({ ...access, fetch }, retrying);
  return {
    listPending: async () => {
      const path = `${NOTIFICATIONS}?state=pending`;
      return (await json<z.infer<typeof notificationPage>>({ method: "GET", path })).items;
    },
    get: (id) => json<NotificationDetail>({ method: "GET", path: `${NOTIFICATIONS}/${id}` }),
    resend: async (id) => {
      await json({ method: "POST", path: `${NOTIFICATIONS}/${id}/resend` });
    },
  };
}

/** The id of the notification that a request carried, by its header webhook-id. */
export const notificationIdOf = (webhookId: string) => webhookId.replace(/^msg_/, "");
