import { getContainer } from "@/app/container";
import { adminEndpointWithBody } from "@/lib/http/admin-endpoint";
import { renewUploadBody } from "@/lib/http/cockpit/document-schemas";
import { renderAwaitedUpload } from "@/lib/http/cockpit/document-serializers";
import { withApi } from "@/lib/http/with-api";
import { renewUploadUrl } from "@/lib/services/renew-upload-url";

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
