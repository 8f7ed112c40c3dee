import { implement, withOperations } from "@/app/endpoints";
import { renderLifecycle } from "@/lib/http/documents/external-api-serializers";
import { STATUS_OPERATIONS } from "@/lib/http/documents/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(STATUS_OPERATIONS.getLifecycle, async () => ({ status: 200, body: renderLifecycle() })),
);
