import { getContainer } from "@/app/container";
import { conditional } from "@/lib/http/conditional";
import { endpoint, endpointWithBody } from "@/lib/http/endpoint";
import { reportStatusBody } from "@/lib/http/schemas";
import { renderStagedDocument } from "@/lib/http/serializers";
import { withApi } from "@/lib/http/with-api";
import { changeDocumentStatus } from "@/lib/services/change-document-status";
import { deleteStagedDocument } from "@/lib/services/delete-staged-document";
import { getStagedDocument } from "@/lib/services/get-staged-document";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>(
  getContainer,
  {
    GET: conditional(
      endpoint({
        scope: "documents:read",
        handle: async ({ ports, publicUrl, params }) => {
          const document = await getStagedDocument(ports, params.uuid);
          return { status: 200, body: renderStagedDocument(document, publicUrl) };
        },
      }),
    ),
    PUT: endpointWithBody({
      scope: null,
      body: reportStatusBody,
      handle: async ({ ports, publicUrl, actor, params, body }) => {
        const document = await changeDocumentStatus(ports, { actor, ...params, ...body });
        return { status: 200, body: renderStagedDocument(document, publicUrl) };
      },
    }),
    DELETE: endpoint({
      scope: null,
      handle: async ({ ports, publicUrl, actor, params }) => {
        const document = await deleteStagedDocument(ports, { actor, ...params });
        return { status: 200, body: renderStagedDocument(document, publicUrl) };
      },
    }),
  },
);
