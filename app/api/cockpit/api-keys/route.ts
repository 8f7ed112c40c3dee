import { userEndpoint, withApi } from "@/app/endpoints";
import { createApiKey, judgeNewApiKey, listApiKeys } from "@/lib/accounts/use-cases/api-keys";
import { createApiKeyBody, renderApiKey, renderApiKeys } from "@/lib/http/accounts/api-key-schemas";
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
