import type { Clock } from "@/lib/kernel/ports/system";
import type { SessionRepository } from "../../ports/sessions";
import type { UserRepository } from "../../ports/users";
import {
  authorOfManager,
  findManaged,
  type UserManager,
  type UserRef,
} from "../users/user-manager";
import { endSessions } from "./end-sessions";

/**
 * Ends all sessions of a user, including the caller's own; the password does not change. Idempotent.
 * @returns how many sessions were open
 * @throws DomainError `user-not-found`; `validation-failed` at `#/email`
 */
export async function endUserSessions(
  ports: { users: UserRepository; sessions: SessionRepository; clock: Clock },
  ref: UserRef,
  given: { readonly manager: UserManager },
): Promise<number> {
  const { id: userId } = await findManaged(ports, ref);
  const author = authorOfManager(given.manager);
  return endSessions(ports, { userId, which: { allBut: null }, author });
}
