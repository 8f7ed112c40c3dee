import type { User } from "@/lib/accounts/ports/users";
import { aSignedInUser } from "@/lib/auth/testing/signed-in.fixture";
import type { Role } from "@/lib/kernel/rules/roles";
import type { Container } from "../container";

/**
 * Makes a user of the test's own and a session of theirs, as the right password would give it.
 * @returns the headers with which `api.call` is that user's browser
 */
export function signInForTest(
  container: Container,
  role: Role = "administrator",
): Promise<{ user: User; headers: { cookie: string } }> {
  return aSignedInUser(container.ports, container.session, role);
}
