import type { UserDirectory } from "../ports/user-directory";

/** Everybody whose name or email contains the text, in the order that is asked for, and how many they are in all. */
export function listUsers(
  { userDirectory }: { readonly userDirectory: UserDirectory },
  asked: Parameters<UserDirectory["list"]>[0],
): ReturnType<UserDirectory["list"]> {
  return userDirectory.list(asked);
}
