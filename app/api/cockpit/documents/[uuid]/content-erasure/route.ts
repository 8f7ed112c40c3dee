import { userEndpoint, withApi } from "@/app/endpoints";
import { eraseContent } from "@/lib/documents/use-cases/erase-content";
import { renderDocumentRow } from "@/lib/http/documents/cockpit-serializers";
import { eraseContentBody } from "@/lib/http/documents/erase-content-body";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  POST: userEndpoint({
    role: "administrator",
    body: eraseContentBody,
    isBodyOptional: true,
    handle: async ({ ports, actor, params, body: { reason = null } }) => {
      const { document, removalFailure } = await eraseContent(ports, { actor, ...params, reason });
      return { status: 200, body: renderDocumentRow(document), warning: removalFailure };
    },
  }),
});
