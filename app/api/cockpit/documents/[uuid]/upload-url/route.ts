import { getContainer } from "@/app/container";
import { renewUploadUrl } from "@/lib/documents/use-cases/renew-upload-url";
import { adminEndpointWithBody } from "@/lib/http/core/admin-endpoint";
import { withApi } from "@/lib/http/core/with-api";
import { renewUploadBody } from "@/lib/http/documents/cockpit-document-schemas";
import { renderAwaitedUpload } from "@/lib/http/documents/cockpit-document-serializers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>(
  getContainer,
  {
    POST: adminEndpointWithBody({
      body: renewUploadBody,
      handle: async ({ ports, params, body }) => {
        const renewed = await renewUploadUrl(ports, params.uuid, body.size);
        return { status: 200, body: renderAwaitedUpload(renewed) };
      },
    }),
  },
);
