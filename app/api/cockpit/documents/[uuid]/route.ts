import { getContainer } from "@/app/container";
import { adminEndpoint, adminEndpointWithBody } from "@/lib/http/admin-endpoint";
import { reportUploadBody } from "@/lib/http/cockpit/document-schemas";
import { renderDocumentRow } from "@/lib/http/cockpit/document-serializers";
import { withApi } from "@/lib/http/with-api";
import { changeDocumentStatus } from "@/lib/services/change-document-status";
import { deleteStagedDocument } from "@/lib/services/delete-staged-document";

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
