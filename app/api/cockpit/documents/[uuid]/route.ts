import { userEndpoint, withApi } from "@/app/endpoints";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import { deleteStagedDocument } from "@/lib/documents/use-cases/delete-staged-document";
import { reportUploadBody } from "@/lib/http/documents/cockpit-schemas";
import { renderDocumentRow } from "@/lib/http/documents/cockpit-serializers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  PUT: userEndpoint({
    role: "reviewer",
    body: reportUploadBody,
    handle: async ({ ports, actor, params, body }) => {
      const document = await changeDocumentStatus(ports, { actor, ...params, ...body });
      return { status: 200, body: renderDocumentRow(document) };
    },
  }),
  DELETE: userEndpoint({
    role: "reviewer",
    handle: async ({ ports, actor, params }) => {
      const document = await deleteStagedDocument(ports, { actor, ...params });
      return { status: 200, body: renderDocumentRow(document) };
    },
  }),
});
