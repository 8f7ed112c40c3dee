import { DomainError } from "@/lib/kernel/rules/errors";
import type { Container } from "../container";

/**
 * Returns whether these headers belong to a session, for pages that are open to everyone. A session that could not be
 * checked is logged and counts as missing, because such pages are shown in any case.
 */
export async function isSignedIn(
  { authenticateUser, logger }: Pick<Container, "authenticateUser" | "logger">,
  headers: Headers,
): Promise<boolean> {
  try {
    await authenticateUser(headers, { mayLackSecondFactor: true });
    return true;
  } catch (error) {
    const isExpected = error instanceof DomainError && error.code === "sign-in-required";
    if (!isExpected) logger.error({ err: error }, "could not check the session of a public page");
    return false;
  }
}
