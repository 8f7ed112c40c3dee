import type { z } from "zod";
import { endpoint } from "@/app/endpoints";
import { reportStatusBody } from "@/lib/http/documents/external-api-schemas";
import { renderReportedStatus } from "@/lib/http/documents/external-api-serializers";
import { reportStatus } from "@/lib/processing/use-cases/report-status";

/** `PUT /external-api/staged-documents/{uuid}`; see also `app/hot-calls/hot-calls.ts`. */
export const reportStatusEndpoint = endpoint<{ uuid: string }, z.infer<typeof reportStatusBody>>({
  scope: null,
  body: reportStatusBody,
  handle: async ({ ports, publicUrl, actor, params, body }) => {
    const reported = await reportStatus(ports, { actor, ...params, ...body });
    return { status: 200, body: renderReportedStatus(reported, publicUrl) };
  },
});
