import { z } from "zod";

/** What the event stream says: only where to look again, so that a lost event costs nothing but time. */
export const liveEvent = z.strictObject({
  assetIdentifiers: z.array(z.string()),
  areAssetsChanged: z.boolean(),
  areNotificationsChanged: z.boolean(),
  isTooMuch: z.boolean(),
});
/** The type that `liveEvent` validates. */
export type LiveEvent = z.infer<typeof liveEvent>;
