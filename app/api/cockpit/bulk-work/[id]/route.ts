import { userEndpoint, withApi } from "@/app/endpoints";
import { cancelBulkWork, dismissBulkWork, getBulkWork } from "@/lib/documents/use-cases/bulk-work";
import { changeBulkWorkBody, renderBulkWork } from "@/lib/http/documents/bulk-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  GET: userEndpoint({
    role: "reviewer",
    handle: async ({ ports, actor: person, params }) => ({
      status: 200,
      body: renderBulkWork(await getBulkWork(ports, { person, ...params })),
    }),
  }),
  PATCH: userEndpoint({
    role: "reviewer",
    body: changeBulkWorkBody,
    handle: async ({ ports, actor: person, params, body: { state } }) => {
      const change = state === "cancelled" ? cancelBulkWork : dismissBulkWork;
      return { status: 200, body: renderBulkWork(await change(ports, { person, ...params })) };
    },
  }),
});
