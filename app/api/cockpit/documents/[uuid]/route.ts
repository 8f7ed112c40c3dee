import { userEndpoint, withApi } from "@/app/endpoints";
import { loadDocumentPage } from "@/app/load-document-page";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import { deleteStagedDocument } from "@/lib/documents/use-cases/delete-staged-document";
import { moveToAsset } from "@/lib/documents/use-cases/move-to-asset";
import {
  moveDocumentBody,
  renderDocumentRow,
  setStatusBody,
} from "@/lib/http/documents/cockpit-schemas";
import { approveWithCorrections } from "@/lib/processing/use-cases/correct-document";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, actor, params }) => ({
      status: 200,
      body: await loadDocumentPage(ports, actor, params.uuid),
    }),
  }),
  PUT: userEndpoint({
    role: "reviewer",
    body: setStatusBody,
    handle: async ({ ports, actor, params, body: { corrections, ...report } }) => {
      const { seen } = report;
      const document =
        corrections && seen
          ? await approveWithCorrections(ports, { actor, ...params, seen, corrections })
          : await changeDocumentStatus(ports, { actor, ...params, ...report });
      return { status: 200, body: renderDocumentRow(document) };
    },
  }),
  PATCH: userEndpoint({
    role: "reviewer",
    body: moveDocumentBody,
    handle: async ({ ports, actor, params, body }) => {
      const document = await moveToAsset(ports, { actor, ...params, ...body });
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
