import { userEndpoint, withApi } from "@/app/endpoints";
import { getDocumentContent } from "@/lib/documents/use-cases/staged-documents";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, params }) => {
      const { downloadSignedUrl } = await getDocumentContent(ports, params.uuid);
      return { status: 307, headers: { location: downloadSignedUrl } };
    },
  }),
});
