import { userEndpoint, withApi } from "@/app/endpoints";
import { inviteUser } from "@/lib/accounts/use-cases/new-users";
import { listUsers } from "@/lib/accounts/use-cases/users";
import {
  inviteUserBody,
  renderPasswordLink,
  renderUsers,
  usersQuery,
} from "@/lib/http/accounts/user-schemas";
import { readQuery } from "@/lib/http/core/requests/read-query";

/** Lists the users and invites new users. Only the response to an invitation contains its link. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "administrator",
    handle: async ({ ports, query }) => {
      const { q: text, ...options } = readQuery(query, usersQuery);
      const users = await listUsers(ports, { text, ...options });
      return { status: 200, body: renderUsers(users, ports.clock.now()) };
    },
  }),
  POST: userEndpoint({
    role: "administrator",
    body: inviteUserBody,
    handle: async ({ ports, actor, body, publicUrl }) => {
      const invited = await inviteUser(ports, { ...body, manager: actor });
      return { status: 201, body: renderPasswordLink(invited, publicUrl) };
    },
  }),
});
