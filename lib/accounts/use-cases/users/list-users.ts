import type { UserDirectory } from "../../ports/user-directory";

/** Lists the users whose name or email contains the text, in the requested order, with the total number of matches. */
export function listUsers(
  { userDirectory }: { readonly userDirectory: UserDirectory },
  asked: Parameters<UserDirectory["list"]>[0],
): ReturnType<UserDirectory["list"]> {
  return userDirectory.list(asked);
}
