import { userEndpoint, withApi } from "@/app/endpoints";
import { judgeNewApiKey, rotateApiKey } from "@/lib/accounts/use-cases/api-keys";
import { renderApiKey, rotateApiKeyBody } from "@/lib/http/accounts/api-key-schemas";
import { authorOf } from "@/lib/kernel/rules/actor";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  POST: userEndpoint({
    role: "administrator",
    body: rotateApiKeyBody,
    handle: async ({ ports, publicUrl, actor, params, body }) => {
      const input = { idOrPrefix: params.id, ...body, author: authorOf(actor) };
      const { key, stored, previousExpiresAt } = await rotateApiKey(ports, input);
      const row = renderApiKey(judgeNewApiKey(stored));
      const previous = { previousExpiresAt: previousExpiresAt.toISOString() };
      return { status: 201, body: { key, row, publicUrl, ...previous } };
    },
  }),
});
