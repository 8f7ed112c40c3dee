import { userEndpoint, withApi } from "@/app/endpoints";
import { renewUploadUrl } from "@/lib/documents/use-cases/create-staged-document";
import { renderAwaitedUpload, renewUploadBody } from "@/lib/http/documents/cockpit-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  POST: userEndpoint({
    role: "reviewer",
    body: renewUploadBody,
    handle: async ({ ports, params, body }) => {
      const renewed = await renewUploadUrl(ports, params.uuid, body.size);
      return { status: 200, body: renderAwaitedUpload(renewed) };
    },
  }),
});
