import { z } from "zod";
import { object } from "../core/schemas";

/** Body of `POST /external-api/external-dms-configuration`; which URLs are accepted decides `setWebhookUrl`. */
export const setWebhookUrlBody = object({ url: z.string("must be a string") });

/** Where notifications go; the URL exactly as it was given, null while none is set. Never a secret. */
export const webhookConfiguration = z.strictObject({ url: z.string().nullable() });

/** The answer of a rotation: the only one that shows a signing secret. */
export const rotatedWebhookSecret = z.strictObject({
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/),
});
