import { userEndpoint, withApi } from "@/app/endpoints";
import { eraseContent } from "@/lib/documents/use-cases/delete-staged-document";
import { eraseContentBody, renderDocumentRow } from "@/lib/http/documents/cockpit-schemas";

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
