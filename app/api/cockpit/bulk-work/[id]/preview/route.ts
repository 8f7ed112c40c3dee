import { userEndpoint, withApi } from "@/app/endpoints";
import { previewBulkWork } from "@/lib/documents/use-cases/bulk-work";
import { readPreviewQuery, renderBulkPreview } from "@/lib/http/documents/bulk-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  GET: userEndpoint({
    role: "reviewer",
    handle: async ({ ports, actor: person, params, query }) => {
      const [preview, classes] = await Promise.all([
        previewBulkWork(ports, { person, ...params, ...readPreviewQuery(query) }),
        ports.vocabulary.listClasses(),
      ]);
      return { status: 200, body: renderBulkPreview(preview, classes) };
    },
  }),
});
