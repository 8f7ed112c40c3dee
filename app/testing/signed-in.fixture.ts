import type { User } from "@/lib/accounts/ports";
import { aSignedInUser } from "@/lib/auth/testing/signed-in.fixture";
import type { Role } from "@/lib/kernel/rules/actor";
import type { Container } from "../container";

/**
 * Creates a user and a session, as a sign-in with the correct password would.
 * @returns the headers that make `api.call` act as that user's browser
 */
export function signInForTest(
  container: Container,
  role: Role = "administrator",
): Promise<{ user: User; headers: { cookie: string } }> {
  return aSignedInUser(container.ports, container.session, role);
}
