import type { UserOrder } from "@/lib/accounts/rules/user-order";
import type { NewPasswordLink } from "@/lib/http/accounts/user-schemas";
import type { Role } from "@/lib/kernel/rules/actor";
import { callCockpit } from "../../api/call-cockpit";

const PATH = "/api/cockpit/users";

/** The query for the list of users. */
export interface UsersQuery {
  readonly text: string;
  readonly order: UserOrder;
  readonly limit: number;
}

/** Returns the path of a list of users. */
export const usersPath = ({ text, order, limit }: UsersQuery): string =>
  `${PATH}?${new URLSearchParams({ q: text, order, limit: String(limit) })}`;

/** The calls that an administrator makes to manage users. */
export const userCalls = {
  invite: (body: { email: string; name: string | null; role: Role }) =>
    callCockpit<NewPasswordLink>("POST", PATH, { body }),
  createLink: (id: string) => callCockpit<NewPasswordLink>("POST", `${PATH}/${id}/password-links`),
  rename: (id: string, name: string) =>
    callCockpit("PUT", `${PATH}/${id}/name`, { body: { name } }),
  changeRole: (id: string, role: Role) =>
    callCockpit("PUT", `${PATH}/${id}/role`, { body: { role } }),
  setActive: (id: string, active: boolean) =>
    callCockpit("PUT", `${PATH}/${id}/active`, { body: { active } }),
  removeSecondFactor: (id: string) => callCockpit("DELETE", `${PATH}/${id}/second-factor`),
  endSessions: (id: string) =>
    callCockpit<{ sessionCount: number }>("DELETE", `${PATH}/${id}/sessions`),
};
