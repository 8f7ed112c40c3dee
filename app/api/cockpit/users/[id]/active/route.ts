import { userEndpoint, withApi } from "@/app/endpoints";
import { deactivateUser, reactivateUser } from "@/lib/accounts/use-cases/users";
import { readUserId, userActiveBody } from "@/lib/http/accounts/user-schemas";

/** Changes whether the user can sign in. Deactivation ends all their sessions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  PUT: userEndpoint({
    role: "administrator",
    body: userActiveBody,
    handle: async ({ ports, actor, params, body }) => {
      const change = body.active ? reactivateUser : deactivateUser;
      await change(ports, readUserId(params), { manager: actor });
      return { status: 204 };
    },
  }),
});
