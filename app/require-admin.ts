import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Administrator } from "@/lib/auth/authenticate-administrator";
import { signInPath } from "@/lib/auth/sign-in-path";
import { DomainError } from "@/lib/kernel/rules/errors";
import { getContainer } from "./container";

/** Where `app/server.mjs` puts path and query of the request: Next tells its pages neither. */
const PATH_HEADER = "x-stagedoor-path";

/**
 * Returns who is signed in, for pages; anyone else goes to the sign-in page and comes back afterwards. Every page of the cockpit calls
 * it itself: one render asks the database once.
 * @throws DomainError `database-unavailable`
 */
export const requireAdmin = cache(async (): Promise<Administrator> => {
  const given = await headers();
  try {
    return await getContainer().authenticateAdministrator(given);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "sign-in-required")) throw error;
  }
  return redirect(signInPath(given.get(PATH_HEADER)));
});
