import type { Role } from "@/lib/kernel/rules/roles";

/** Every call that the cockpit's pages make, below `/api/cockpit`, and the role that it needs; those that may do more may make it too. */
export const CALL_ROLES: Readonly<Record<string, Role>> = {
  "POST /account/password": "reader",
  "GET /api-keys": "administrator",
  "POST /api-keys": "administrator",
  "POST /api-keys/[id]/revoke": "administrator",
  "POST /api-keys/[id]/rotate": "administrator",
  "GET /assets": "reader",
  "POST /assets": "administrator",
  "PUT /assets/[id]": "administrator",
  "PUT /assets/[id]/archive": "administrator",
  "GET /assets/place": "reader",
  "GET /documents": "reader",
  "POST /documents": "reviewer",
  "GET /documents/[uuid]": "reader",
  "PUT /documents/[uuid]": "reviewer",
  "PATCH /documents/[uuid]": "reviewer",
  "DELETE /documents/[uuid]": "reviewer",
  "GET /documents/[uuid]/content": "reader",
  "POST /documents/[uuid]/deletion": "reviewer",
  "POST /documents/[uuid]/content-erasure": "administrator",
  "POST /documents/[uuid]/upload-url": "reviewer",
  "GET /events": "reader",
  "GET /notifications": "administrator",
  "GET /notifications/[id]": "administrator",
  "POST /notifications/[id]/resend": "administrator",
  "POST /notifications/resends": "administrator",
  "GET /unassigned": "reader",
  "POST /visits": "reader",
  "GET /webhook": "administrator",
  "PUT /webhook": "administrator",
  "DELETE /webhook": "administrator",
  "POST /webhook/secret-rotations": "administrator",
  "POST /webhook/tests": "administrator",
};

/** Every page and the role that it needs; null: it is open to everyone. */
export const PAGE_ROLES: Readonly<Record<string, Role | null>> = {
  "/": null,
  "/account": "reader",
  "/administration": "administrator",
  "/administration/api-keys": "administrator",
  "/administration/external-dms": "administrator",
  "/administration/external-dms/notifications/[id]": "administrator",
  "/cockpit": "reader",
  "/cockpit/asset": "reader",
  "/docs": null,
  "/documents/[uuid]": "reader",
  "/docs/api": null,
  "/docs/guide": null,
  "/docs/problems/[code]": null,
  "/login": null,
};

/** Every route file outside `app/api/cockpit` and `app/external-api`, and why it asks for no role. */
export const ROUTES_WITHOUT_ROLE: Readonly<Record<string, string>> = {
  api: "answers that nothing is there",
  "api/[...path]": "answers that nothing is there",
  "api/auth/[...nextauth]": "signs people in and out",
  "api/health/live": "is for load balancers and tells nothing about documents or people",
  "api/health/ready": "is for load balancers and tells nothing about documents or people",
  "api/inngest": "takes calls that the engine signs",
  "api/metrics": "takes the token of METRICS_TOKEN",
  "api/pages": "answers that pages take no such method",
  "docs/api/assets/[file]": "sends the scripts of the public documentation",
};
