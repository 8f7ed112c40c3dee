import { userEndpoint, withApi } from "@/app/endpoints";
import { renameUser } from "@/lib/accounts/use-cases/users";
import { readUserId, userNameBody } from "@/lib/http/accounts/user-schemas";

/** Another name. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  PUT: userEndpoint({
    role: "administrator",
    body: userNameBody,
    handle: async ({ ports, actor, params, body }) => {
      await renameUser(ports, readUserId(params), { ...body, manager: actor });
      return { status: 204 };
    },
  }),
});
