import { endpoint, withApi } from "@/app/endpoints";
import { deleteStagedDocument } from "@/lib/documents/use-cases/delete-staged-document";
import { getStagedDocument } from "@/lib/documents/use-cases/get-staged-document";
import { conditional } from "@/lib/http/core/conditional";
import { reportStatusBody } from "@/lib/http/documents/external-api-schemas";
import {
  renderReportedStatus,
  renderStagedDocument,
} from "@/lib/http/documents/external-api-serializers";
import { reportStatus } from "@/lib/processing/use-cases/report-status";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  GET: conditional(
    endpoint({
      scope: "documents:read",
      handle: async ({ ports, publicUrl, params }) => {
        const document = await getStagedDocument(ports, params.uuid);
        return { status: 200, body: renderStagedDocument(document, publicUrl) };
      },
    }),
  ),
  PUT: endpoint({
    scope: null,
    body: reportStatusBody,
    handle: async ({ ports, publicUrl, actor, params, body }) => {
      const reported = await reportStatus(ports, { actor, ...params, ...body });
      return { status: 200, body: renderReportedStatus(reported, publicUrl) };
    },
  }),
  DELETE: endpoint({
    scope: null,
    handle: async ({ ports, publicUrl, actor, params }) => {
      const document = await deleteStagedDocument(ports, { actor, ...params });
      return { status: 200, body: renderStagedDocument(document, publicUrl) };
    },
  }),
});
