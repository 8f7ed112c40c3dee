import { implement, withOperations } from "@/app/endpoints";
import { listStatusChanges } from "@/lib/documents/use-cases/status-feed";
import { renderStatusChanges } from "@/lib/http/documents/external-api-serializers";
import { DOCUMENT_OPERATIONS } from "@/lib/http/documents/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(
    DOCUMENT_OPERATIONS.listStatusChangesOfDocument,
    async ({ ports, params, query: { limit, cursor } }) => {
      const page = await listStatusChanges(ports, { ...params, limit, after: cursor ?? null });
      return { status: 200, body: renderStatusChanges(page) };
    },
  ),
);
