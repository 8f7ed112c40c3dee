import { userEndpoint, withApi } from "@/app/endpoints";
import { createApiKey } from "@/lib/accounts/use-cases/api-keys/create-api-key";
import { judgeNewApiKey, listApiKeys } from "@/lib/accounts/use-cases/api-keys/list-api-keys";
import { createApiKeyBody } from "@/lib/http/accounts/api-key-schemas";
import { renderApiKey, renderApiKeys } from "@/lib/http/accounts/api-key-serializers";
import { authorOf } from "@/lib/kernel/rules/actor";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "administrator",
    handle: async ({ ports, actor }) => ({
      status: 200,
      body: renderApiKeys(await listApiKeys(ports), actor.address),
    }),
  }),
  POST: userEndpoint({
    role: "administrator",
    body: createApiKeyBody,
    handle: async ({ ports, publicUrl, actor, body }) => {
      const author = authorOf(actor);
      const { key, stored } = await createApiKey(ports, { ...body, author });
      const row = renderApiKey(judgeNewApiKey(stored));
      return { status: 201, body: { key, row, publicUrl, previousExpiresAt: null } };
    },
  }),
});
