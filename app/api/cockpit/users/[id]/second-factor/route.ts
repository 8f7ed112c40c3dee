import { userEndpoint, withApi } from "@/app/endpoints";
import { removeSecondFactor } from "@/lib/accounts/use-cases/second-factor";
import { readUserId } from "@/lib/http/accounts/user-schemas";

/** Removes the second factor of a user who has lost their device. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  DELETE: userEndpoint({
    role: "administrator",
    handle: async ({ ports, actor, params }) => {
      await removeSecondFactor(ports, readUserId(params), { manager: actor });
      return { status: 204 };
    },
  }),
});
