import { implement, withOperations } from "@/app/endpoints";
import { readStatusFeed } from "@/lib/documents/use-cases/status-feed";
import { renderStatusFeed } from "@/lib/http/documents/external-api-serializers";
import { STATUS_OPERATIONS } from "@/lib/http/documents/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(STATUS_OPERATIONS.readStatusFeed, async ({ ports, publicUrl, query }) => {
    const page = await readStatusFeed(ports, query);
    return { status: 200, body: renderStatusFeed(page, publicUrl) };
  }),
);
