import { z } from "zod";

/** What an administrator sends to change their own password; what is wrong with the new one is the domain's to say. */
export const changePasswordBody = z.strictObject({
  currentPassword: z.string(),
  newPassword: z.string(),
});
