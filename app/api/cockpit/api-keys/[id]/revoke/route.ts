import { userEndpoint, withApi } from "@/app/endpoints";
import { judgeApiKey, revokeApiKey } from "@/lib/accounts/use-cases/api-keys";
import { renderApiKey } from "@/lib/http/accounts/api-key-schemas";
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
