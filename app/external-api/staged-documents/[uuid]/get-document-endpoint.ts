import { endpoint } from "@/app/endpoints";
import { getStagedDocument } from "@/lib/documents/use-cases/staged-documents";
import { conditional } from "@/lib/http/core/conditional";
import { renderStagedDocument } from "@/lib/http/documents/external-api-serializers";

/** `GET /external-api/staged-documents/{uuid}`; see also `app/hot-calls/hot-calls.ts`. */
export const getDocumentEndpoint = conditional(
  endpoint<{ uuid: string }>({
    scope: "documents:read",
    handle: async ({ ports, publicUrl, params }) => {
      const document = await getStagedDocument(ports, params.uuid);
      return { status: 200, body: renderStagedDocument(document, publicUrl) };
    },
  }),
);
