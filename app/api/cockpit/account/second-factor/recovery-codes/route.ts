import { userEndpoint, withApi } from "@/app/endpoints";
import { replaceRecoveryCodes } from "@/lib/accounts/use-cases/own-second-factor";
import { recoveryCodes, secondFactorProof } from "@/lib/http/accounts/cockpit-schemas";

/** Creates new recovery codes, which replace all previous ones. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: userEndpoint({
    role: "reader",
    body: secondFactorProof,
    handle: async ({ ports, actor, body }) => {
      const codes = await replaceRecoveryCodes(ports, { ...body, actor });
      return { status: 201, body: recoveryCodes.parse({ recoveryCodes: codes }) };
    },
  }),
});
