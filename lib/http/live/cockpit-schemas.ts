import { z } from "zod";

/** The events of the stream. They only name the data to reload, so a lost event causes only a delay. */
export const liveEvent = z.strictObject({
  assetIdentifiers: z.array(z.string()),
  areAssetsChanged: z.boolean(),
  areNotificationsChanged: z.boolean(),
  isTooMuch: z.boolean(),
});
/** The type that `liveEvent` validates. */
export type LiveEvent = z.infer<typeof liveEvent>;
