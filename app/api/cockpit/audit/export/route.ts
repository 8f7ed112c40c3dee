import { userEndpoint, withApi } from "@/app/endpoints";
import { AUDIT_EXPORTS } from "@/lib/accounts/rules/audit";
import { exportAudit } from "@/lib/accounts/use-cases/audit-log";
import { auditExportQuery } from "@/lib/http/accounts/audit-query";
import { readQuery } from "@/lib/http/core/requests/read-query";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "administrator",
    handle: async ({ ports, query }) => {
      const { format, ...filter } = readQuery(query, auditExportQuery);
      return {
        status: 200,
        texts: exportAudit(ports, filter, format),
        headers: {
          "content-type": AUDIT_EXPORTS[format].type,
          "content-disposition": `attachment; filename="audit.${format}"`,
        },
      };
    },
  }),
});
