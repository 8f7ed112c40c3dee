import { eventType } from "inngest";
import { z } from "zod";

const schema = z.object({ notificationId: z.uuid(), generation: z.int().positive() });

/** A notification has a run to be begun; the id of the event makes a repeated one harmless. */
export const notificationCreated = eventType("webhook/notification.created", { schema });

/** A run of processing waits to be taken; the id of the event makes a repeated one harmless. */
export const processingRequested = eventType("document/processing.requested", {
  schema: z.object({ documentUuid: z.uuid(), n: z.int().positive() }),
});

/** The run of a notification looks at its row now. */
export const notificationWake = eventType("webhook/notification.wake", { schema });
