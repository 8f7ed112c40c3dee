import { implement } from "@/app/endpoints";
import { renderReportedStatus } from "@/lib/http/documents/external-api-serializers";
import { DOCUMENT_OPERATIONS } from "@/lib/http/documents/operations";
import { reportStatus } from "@/lib/processing/use-cases/report-status";

/** `PUT /external-api/staged-documents/{uuid}`; see also `app/hot-calls/hot-calls.ts`. */
export const reportDocument = implement(
  DOCUMENT_OPERATIONS.reportStatus,
  async ({ ports, publicUrl, actor, params, body }) => {
    const reported = await reportStatus(ports, { actor, ...params, ...body });
    return { status: 200, body: renderReportedStatus(reported, publicUrl) };
  },
);
