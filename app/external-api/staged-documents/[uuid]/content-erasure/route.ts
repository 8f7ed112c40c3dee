import { endpoint, withApi } from "@/app/endpoints";
import { eraseContent } from "@/lib/documents/use-cases/delete-staged-document";
import { eraseContentBody } from "@/lib/http/documents/cockpit-schemas";
import { renderStagedDocument } from "@/lib/http/documents/external-api-serializers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  POST: endpoint({
    scope: "documents:erase",
    body: eraseContentBody,
    isBodyOptional: true,
    handle: async ({ ports, publicUrl, actor, params, body: { reason = null } }) => {
      const { document, removalFailure } = await eraseContent(ports, { actor, ...params, reason });
      const body = renderStagedDocument(document, publicUrl);
      return { status: 200, body, warning: removalFailure };
    },
  }),
});
