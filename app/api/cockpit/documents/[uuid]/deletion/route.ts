import { userEndpoint, withApi } from "@/app/endpoints";
import { deleteStagedDocument } from "@/lib/documents/use-cases/delete-staged-document";
import { deleteDocumentBody, renderDocumentRow } from "@/lib/http/documents/cockpit-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  POST: userEndpoint({
    role: "reviewer",
    body: deleteDocumentBody,
    handle: async ({ ports, actor, params, body }) => {
      const document = await deleteStagedDocument(ports, { actor, ...params, ...body });
      return { status: 200, body: renderDocumentRow(document) };
    },
  }),
});
