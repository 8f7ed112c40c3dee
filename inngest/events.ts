import { eventType } from "inngest";
import { z } from "zod";

const schema = z.object({ notificationId: z.uuid(), generation: z.int().positive() });

/** Starts the delivery run of a notification. The event's id makes duplicates of the event harmless. */
export const notificationCreated = eventType("webhook/notification.created", { schema });

/** Starts a waiting processing run. The event's id makes duplicates of the event harmless. */
export const processingRequested = eventType("document/processing.requested", {
  schema: z.object({ documentUuid: z.uuid(), n: z.int().positive() }),
});

/** Makes the delivery run of a notification check its row now. */
export const notificationWake = eventType("webhook/notification.wake", { schema });
