import { DomainError } from "@/lib/kernel/rules/errors";
import { isUuid } from "@/lib/kernel/rules/uuid";

/**
 * Reads the user id from a path.
 * @throws DomainError `user-not-found` if the id is not valid
 */
export function readUserId({ id }: { readonly id: string }): { readonly userId: string } {
  if (isUuid(id)) return { userId: id.toLowerCase() };
  throw new DomainError("user-not-found", "This user does not exist. Reload the list of users.");
}
