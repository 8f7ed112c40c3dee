import { getContainer } from "@/app/container";
import { endpointWithBody } from "@/lib/http/endpoint";
import { createStagedDocumentBody } from "@/lib/http/schemas";
import { renderStagedDocument } from "@/lib/http/serializers";
import { withApi } from "@/lib/http/with-api";
import { createStagedDocument } from "@/lib/services/create-staged-document";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  POST: endpointWithBody({
    scope: "documents:write",
    body: createStagedDocumentBody,
    handle: async ({ ports, publicUrl, actor, body }) => {
      const created = await createStagedDocument(ports, { actor, ...body });
      const record = renderStagedDocument(created.document, publicUrl);
      return {
        status: 201,
        body: { ...record, uploadSignedUrl: created.uploadSignedUrl },
        headers: { location: record.url },
      };
    },
  }),
});
