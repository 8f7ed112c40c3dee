import { userEndpoint, withApi } from "@/app/endpoints";
import { startBulkWork } from "@/lib/documents/use-cases/bulk-work";
import { renderBulkWork, startBulkWorkBody } from "@/lib/http/documents/bulk-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  POST: userEndpoint({
    role: "reviewer",
    body: startBulkWorkBody,
    handle: async ({ ports, actor: person, params, body: order }) => {
      const { work, startFailure } = await startBulkWork(ports, { person, ...params, order });
      return { status: 200, body: renderBulkWork(work), warning: startFailure };
    },
  }),
});
