import { userEndpoint, withApi } from "@/app/endpoints";
import { removeOwnSecondFactor } from "@/lib/accounts/use-cases/own-second-factor";
import { secondFactorProof } from "@/lib/http/accounts/cockpit-schemas";

/** Removes the user's own second factor. This is a POST because it takes a body. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: userEndpoint({
    role: "reader",
    body: secondFactorProof,
    handle: async ({ ports, actor, body }) => {
      await removeOwnSecondFactor(ports, { ...body, actor });
      return { status: 204 };
    },
  }),
});
