import { userEndpoint, withApi } from "@/app/endpoints";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/accounts/use-cases/own-second-factor";
import {
  recoveryCodes,
  secondFactorProof,
  secondFactorSetUp,
} from "@/lib/http/accounts/cockpit-schemas";
import { drawQrCode } from "@/lib/http/accounts/qr-code";

/**
 * Sets up the user's own second factor. POST begins the setup; PUT verifies the first code and returns the recovery
 * codes.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: userEndpoint({
    role: "reader",
    mayLackSecondFactor: true,
    handle: async ({ ports, user }) => {
      const { secret, address } = await beginSecondFactor(ports, user);
      return {
        status: 201,
        body: secondFactorSetUp.parse({ secret, qrCode: drawQrCode(address) }),
      };
    },
  }),
  PUT: userEndpoint({
    role: "reader",
    mayLackSecondFactor: true,
    body: secondFactorProof,
    handle: async ({ ports, actor, user, body }) => {
      const input = { ...body, actor, sessionId: user.sessionId };
      const codes = await confirmSecondFactor(ports, input);
      return { status: 200, body: recoveryCodes.parse({ recoveryCodes: codes }) };
    },
  }),
});
