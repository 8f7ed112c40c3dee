import { userEndpoint, withApi } from "@/app/endpoints";
import { renderDocumentRow } from "@/lib/http/documents/cockpit-schemas";
import { correctApprovedBody } from "@/lib/http/documents/correction-schemas";
import { correctApprovedDocument } from "@/lib/processing/use-cases/correct-document";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  POST: userEndpoint({
    role: "reviewer",
    body: correctApprovedBody,
    handle: async ({ ports, actor, params, body: { seen, corrections } }) => {
      const seenUpdatedAt = seen.updatedAt;
      const correction = { actor, ...params, seenUpdatedAt, corrections };
      const document = await correctApprovedDocument(ports, correction);
      return { status: 200, body: renderDocumentRow(document) };
    },
  }),
});
