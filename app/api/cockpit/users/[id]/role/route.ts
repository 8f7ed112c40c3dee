import { userEndpoint, withApi } from "@/app/endpoints";
import { changeUserRole } from "@/lib/accounts/use-cases/users";
import { readUserId, userRoleBody } from "@/lib/http/accounts/user-schemas";

/** Changes the user's role and ends all their sessions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  PUT: userEndpoint({
    role: "administrator",
    body: userRoleBody,
    handle: async ({ ports, actor, params, body }) => {
      await changeUserRole(ports, readUserId(params), { ...body, manager: actor });
      return { status: 204 };
    },
  }),
});
