import type { z } from "zod";
import { endpoint } from "@/app/endpoints";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import { reportStatusBody } from "@/lib/http/documents/external-api-schemas";
import { renderStagedDocument } from "@/lib/http/documents/external-api-serializers";

/** `PUT /external-api/staged-documents/{uuid}`; see also `app/hot-calls.ts`. */
export const reportStatusEndpoint = endpoint<{ uuid: string }, z.infer<typeof reportStatusBody>>({
  scope: null,
  body: reportStatusBody,
  handle: async ({ ports, publicUrl, actor, params, body }) => {
    const document = await changeDocumentStatus(ports, { actor, ...params, ...body });
    return { status: 200, body: renderStagedDocument(document, publicUrl) };
  },
});
