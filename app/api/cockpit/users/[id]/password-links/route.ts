import { userEndpoint, withApi } from "@/app/endpoints";
import { createPasswordLink } from "@/lib/accounts/use-cases/passwords";
import { readUserId, renderPasswordLink } from "@/lib/http/accounts/user-schemas";

/** Creates a link to choose a password. Only this response contains the link. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  POST: userEndpoint({
    role: "administrator",
    handle: async ({ ports, actor, params, publicUrl }) => {
      const result = await createPasswordLink(ports, readUserId(params), { manager: actor });
      return { status: 201, body: renderPasswordLink(result, publicUrl) };
    },
  }),
});
