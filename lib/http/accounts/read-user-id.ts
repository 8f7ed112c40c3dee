import { DomainError } from "@/lib/kernel/rules/errors";
import { isUuid } from "@/lib/kernel/rules/uuid";

/**
 * The id of a user in a path, as use cases take it.
 * @throws DomainError `user-not-found` for what is not an id
 */
export function readUserId({ id }: { readonly id: string }): { readonly userId: string } {
  if (isUuid(id)) return { userId: id.toLowerCase() };
  throw new DomainError("user-not-found", "This user does not exist. Reload the list of users.");
}
