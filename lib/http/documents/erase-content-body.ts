import { z } from "zod";
import { object } from "../core/schemas";

const REASON_LENGTH_MAX = 500;

/** The body of `POST /external-api/staged-documents/{uuid}/content-erasure` and of the corresponding cockpit call. */
export const eraseContentBody = object({
  reason: z
    .string("must be a string")
    .min(1, "must not be empty")
    .max(REASON_LENGTH_MAX, `must not be longer than ${REASON_LENGTH_MAX} characters`)
    .refine((text) => !/\p{Cc}/u.test(text), "must not contain control characters")
    .optional()
    .describe(
      "The reason, for the document's timeline and the audit log. It is kept after the content is erased.",
    ),
});
