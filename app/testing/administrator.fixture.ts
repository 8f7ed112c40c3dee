import type { User } from "@/lib/accounts/ports/users";
import { anAdministrator } from "@/lib/auth/testing/administrator.fixture";
import type { Container } from "../container";

/**
 * Makes an administrator of the test's own and a session of theirs, as the right password would give it.
 * @returns the headers with which `api.call` is that administrator's browser
 */
export function signInForTest(
  container: Container,
): Promise<{ user: User; headers: { cookie: string } }> {
  return anAdministrator(container.ports, container.session);
}
