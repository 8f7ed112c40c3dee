import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { AuthenticationOptions, SignedInUser } from "@/lib/auth/authenticate-user";
import { secondFactorPath, signInPath } from "@/lib/auth/sign-in-path";
import { includesRole, type Role } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { getContainer } from "../current-container";
import { PAGES, type RolePagePath } from "../pages";

/** The header in which `app/serving/server.mjs` passes the path and query, which Next does not pass to its pages. */
const PATH_HEADER = "x-stagedoor-path";

/**
 * Returns the signed-in user, for a page, whose role is in the list of pages. Every page that needs a role calls this
 * function itself, but each render queries the database only once.
 * @param options.mayLackSecondFactor only for the page on which the second factor is set up
 * @throws DomainError `database-unavailable`
 */
export const requirePage = (
  page: RolePagePath,
  options: AuthenticationOptions = {},
): Promise<SignedInUser> => requireRole(PAGES[page].role, options);

/**
 * Returns the signed-in user, if they have a role. Visitors without a session are sent to the sign-in page and return
 * afterwards. Users who must set up a second factor are first sent to the page for setting it up. A user without the role
 * sees nothing of the page, and the `RoleGate` around it explains why.
 * @throws DomainError `database-unavailable`
 */
export async function requireRole(
  needed: Role,
  { mayLackSecondFactor = false }: AuthenticationOptions = {},
): Promise<SignedInUser> {
  const user = await signedInUser();
  if (user.lacksSecondFactor && !mayLackSecondFactor) {
    redirect(secondFactorPath((await headers()).get(PATH_HEADER)));
  }
  // Next renders a page even if its layout omits it, so an error here would be logged as an internal failure.
  if (!includesRole(user.role, needed)) notFound();
  return user;
}

/** Returns the signed-in user, who may have any role. For layouts. @throws DomainError `database-unavailable` */
export const signedInUser = cache(async (): Promise<SignedInUser> => {
  const requestHeaders = await headers();
  try {
    return await getContainer().authenticateUser(requestHeaders, { mayLackSecondFactor: true });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "sign-in-required")) throw error;
  }
  return redirect(signInPath(requestHeaders.get(PATH_HEADER)));
});
