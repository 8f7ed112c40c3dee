import { userEndpoint, withApi } from "@/app/endpoints";
import { judgeApiKey } from "@/lib/accounts/use-cases/api-keys/list-api-keys";
import { revokeApiKey } from "@/lib/accounts/use-cases/api-keys/revoke-api-key";
import { renderApiKey } from "@/lib/http/accounts/api-key-serializers";
import { authorOf } from "@/lib/kernel/rules/actor";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  POST: userEndpoint({
    role: "administrator",
    handle: async ({ ports, actor, params }) => {
      const input = { idOrPrefix: params.id, author: authorOf(actor) };
      const revoked = await revokeApiKey(ports, input);
      return { status: 200, body: renderApiKey(judgeApiKey(revoked, ports.clock.now())) };
    },
  }),
});
