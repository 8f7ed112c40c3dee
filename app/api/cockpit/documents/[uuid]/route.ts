import { getContainer } from "@/app/container";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import { deleteStagedDocument } from "@/lib/documents/use-cases/delete-staged-document";
import { adminEndpoint, adminEndpointWithBody } from "@/lib/http/core/admin-endpoint";
import { withApi } from "@/lib/http/core/with-api";
import { reportUploadBody } from "@/lib/http/documents/cockpit-document-schemas";
import { renderDocumentRow } from "@/lib/http/documents/cockpit-document-serializers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>(
  getContainer,
  {
    PUT: adminEndpointWithBody({
      body: reportUploadBody,
      handle: async ({ ports, actor, params, body }) => {
        const document = await changeDocumentStatus(ports, { actor, ...params, ...body });
        return { status: 200, body: renderDocumentRow(document) };
      },
    }),
    DELETE: adminEndpoint({
      handle: async ({ ports, actor, params }) => {
        const document = await deleteStagedDocument(ports, { actor, ...params });
        return { status: 200, body: renderDocumentRow(document) };
      },
    }),
  },
);
