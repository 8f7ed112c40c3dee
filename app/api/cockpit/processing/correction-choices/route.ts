import { userEndpoint, withApi } from "@/app/endpoints";
import { renderCorrectionChoices } from "@/lib/http/documents/correction-schemas";
import { listCorrectionChoices } from "@/lib/processing/use-cases/correct-document";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reviewer",
    handle: async ({ ports }) => ({
      status: 200,
      body: renderCorrectionChoices(await listCorrectionChoices(ports)),
    }),
  }),
});
