import * as authRoute from "../api/auth/[...nextauth]/route";
import * as passwordRoute from "../api/cockpit/account/password/route";
import * as recoveryCodesRoute from "../api/cockpit/account/second-factor/recovery-codes/route";
import * as secondFactorRemovalRoute from "../api/cockpit/account/second-factor/removal/route";
import * as secondFactorRoute from "../api/cockpit/account/second-factor/route";
import * as ownSessionRoute from "../api/cockpit/account/sessions/[id]/route";
import * as ownSessionsRoute from "../api/cockpit/account/sessions/route";
import * as cockpitApiKeyRevokeRoute from "../api/cockpit/api-keys/[id]/revoke/route";
import * as cockpitApiKeyRotateRoute from "../api/cockpit/api-keys/[id]/rotate/route";
import * as cockpitApiKeysRoute from "../api/cockpit/api-keys/route";
import * as cockpitArchiveRoute from "../api/cockpit/assets/[id]/archive/route";
import * as cockpitAssetRoute from "../api/cockpit/assets/[id]/route";
import * as cockpitAssetExportRoute from "../api/cockpit/assets/export/route";
import * as cockpitAssetImportsRoute from "../api/cockpit/assets/imports/route";
import * as cockpitPlaceRoute from "../api/cockpit/assets/place/route";
import * as cockpitAssetsRoute from "../api/cockpit/assets/route";
import * as cockpitAuditExportRoute from "../api/cockpit/audit/export/route";
import * as cockpitBulkDocumentsRoute from "../api/cockpit/bulk-work/[id]/documents/route";
import * as cockpitBulkPreviewRoute from "../api/cockpit/bulk-work/[id]/preview/route";
import * as cockpitBulkWorkRoute from "../api/cockpit/bulk-work/[id]/route";
import * as cockpitBulkStartRoute from "../api/cockpit/bulk-work/[id]/start/route";
import * as cockpitBulkWorksRoute from "../api/cockpit/bulk-work/route";
import * as cockpitViewRoute from "../api/cockpit/document-views/[id]/route";
import * as cockpitViewsRoute from "../api/cockpit/document-views/route";
import * as cockpitClaimRoute from "../api/cockpit/documents/[uuid]/claim/route";
import * as cockpitContentRoute from "../api/cockpit/documents/[uuid]/content/route";
import * as cockpitErasureRoute from "../api/cockpit/documents/[uuid]/content-erasure/route";
import * as cockpitCorrectionsRoute from "../api/cockpit/documents/[uuid]/corrections/route";
import * as cockpitDeletionRoute from "../api/cockpit/documents/[uuid]/deletion/route";
import * as cockpitFileUrlRoute from "../api/cockpit/documents/[uuid]/file-url/route";
import * as cockpitPagesRoute from "../api/cockpit/documents/[uuid]/pages/route";
import * as cockpitReviewSkipRoute from "../api/cockpit/documents/[uuid]/review-skip/route";
import * as cockpitDocumentRoute from "../api/cockpit/documents/[uuid]/route";
import * as cockpitUploadUrlRoute from "../api/cockpit/documents/[uuid]/upload-url/route";
import * as cockpitCountRoute from "../api/cockpit/documents/count/route";
import * as cockpitFacetsRoute from "../api/cockpit/documents/facets/route";
import * as cockpitDocumentsRoute from "../api/cockpit/documents/route";
import * as cockpitNotificationResendRoute from "../api/cockpit/notifications/[id]/resend/route";
import * as cockpitNotificationRoute from "../api/cockpit/notifications/[id]/route";
import * as cockpitNotificationResendsRoute from "../api/cockpit/notifications/resends/route";
import * as cockpitNotificationsRoute from "../api/cockpit/notifications/route";
import * as cockpitCorrectionChoicesRoute from "../api/cockpit/processing/correction-choices/route";
import * as cockpitForecastRoute from "../api/cockpit/processing/forecast/route";
import * as cockpitReviewNextRoute from "../api/cockpit/review/next/route";
import * as cockpitReviewProgressRoute from "../api/cockpit/review/progress/route";
import * as cockpitSearchRoute from "../api/cockpit/search/route";
import * as cockpitUnassignedRoute from "../api/cockpit/unassigned/route";
import * as cockpitUserActiveRoute from "../api/cockpit/users/[id]/active/route";
import * as cockpitUserNameRoute from "../api/cockpit/users/[id]/name/route";
import * as cockpitPasswordLinksRoute from "../api/cockpit/users/[id]/password-links/route";
import * as cockpitUserRoleRoute from "../api/cockpit/users/[id]/role/route";
import * as userSecondFactorRoute from "../api/cockpit/users/[id]/second-factor/route";
import * as cockpitUserSessionsRoute from "../api/cockpit/users/[id]/sessions/route";
import * as cockpitUsersRoute from "../api/cockpit/users/route";
import * as cockpitVisitsRoute from "../api/cockpit/visits/route";
import * as cockpitDeliveryAlertRoute from "../api/cockpit/webhook/alert/route";
import * as cockpitWebhookRoute from "../api/cockpit/webhook/route";
import * as cockpitSecretRotationsRoute from "../api/cockpit/webhook/secret-rotations/route";
import * as cockpitWebhookTestsRoute from "../api/cockpit/webhook/tests/route";
import * as invitationsRoute from "../api/invitations/route";
import * as externalAssetsRoute from "../external-api/assets/route";
import * as documentClassRoute from "../external-api/document-classes/[documentClass]/route";
import * as documentClassesRoute from "../external-api/document-classes/route";
import * as webhookRoute from "../external-api/external-dms-configuration/route";
import * as secretRotationsRoute from "../external-api/external-dms-configuration/secret-rotations/route";
import * as notificationResendRoute from "../external-api/notifications/[id]/resend/route";
import * as notificationRoute from "../external-api/notifications/[id]/route";
import * as notificationResendsRoute from "../external-api/notifications/resends/route";
import * as notificationsRoute from "../external-api/notifications/route";
import * as notificationTestsRoute from "../external-api/notifications/tests/route";
import * as statusesRoute from "../external-api/staged-document-statuses/route";
import * as contentRoute from "../external-api/staged-documents/[uuid]/content/route";
import * as erasureRoute from "../external-api/staged-documents/[uuid]/content-erasure/route";
import * as documentRoute from "../external-api/staged-documents/[uuid]/route";
import * as statusChangesRoute from "../external-api/staged-documents/[uuid]/status-changes/route";
import * as uploadUrlRoute from "../external-api/staged-documents/[uuid]/upload-url/route";
import * as collectionRoute from "../external-api/staged-documents/route";
import * as statusFeedRoute from "../external-api/status-changes/route";

/** A method that a route may support. */
export type Method = keyof typeof collectionRoute & string;
type Route = Record<Method, (request: Request, route: never) => Promise<Response>>;

/** Each path with its route. The groups have the names of the parameters that Next passes to the route. */
export const ROUTES: readonly (readonly [RegExp, Route])[] = [
  [/^\/external-api\/staged-documents$/, collectionRoute],
  [/^\/external-api\/staged-documents\/(?<uuid>[^/]+)$/, documentRoute],
  [/^\/external-api\/staged-documents\/(?<uuid>[^/]+)\/content$/, contentRoute],
  [/^\/external-api\/staged-documents\/(?<uuid>[^/]+)\/content-erasure$/, erasureRoute],
  [/^\/external-api\/staged-documents\/(?<uuid>[^/]+)\/status-changes$/, statusChangesRoute],
  [/^\/external-api\/staged-documents\/(?<uuid>[^/]+)\/upload-url$/, uploadUrlRoute],
  [/^\/external-api\/staged-document-statuses$/, statusesRoute],
  [/^\/external-api\/status-changes$/, statusFeedRoute],
  [/^\/external-api\/assets$/, externalAssetsRoute],
  [/^\/external-api\/document-classes$/, documentClassesRoute],
  [/^\/external-api\/document-classes\/(?<documentClass>[^/]+)$/, documentClassRoute],
  [/^\/external-api\/notifications$/, notificationsRoute],
  [/^\/external-api\/notifications\/resends$/, notificationResendsRoute],
  [/^\/external-api\/notifications\/tests$/, notificationTestsRoute],
  [/^\/external-api\/notifications\/(?<id>[^/]+)$/, notificationRoute],
  [/^\/external-api\/notifications\/(?<id>[^/]+)\/resend$/, notificationResendRoute],
  [/^\/external-api\/external-dms-configuration$/, webhookRoute],
  [/^\/external-api\/external-dms-configuration\/secret-rotations$/, secretRotationsRoute],
  [/^\/api\/cockpit\/account\/sessions$/, ownSessionsRoute],
  [/^\/api\/cockpit\/account\/sessions\/(?<id>[^/]+)$/, ownSessionRoute],
  [/^\/api\/cockpit\/api-keys$/, cockpitApiKeysRoute],
  [/^\/api\/cockpit\/api-keys\/(?<id>[^/]+)\/revoke$/, cockpitApiKeyRevokeRoute],
  [/^\/api\/cockpit\/api-keys\/(?<id>[^/]+)\/rotate$/, cockpitApiKeyRotateRoute],
  [/^\/api\/cockpit\/assets$/, cockpitAssetsRoute],
  [/^\/api\/cockpit\/assets\/export$/, cockpitAssetExportRoute],
  [/^\/api\/cockpit\/assets\/imports$/, cockpitAssetImportsRoute],
  [/^\/api\/cockpit\/assets\/place$/, cockpitPlaceRoute],
  [/^\/api\/cockpit\/assets\/(?<id>[^/]+)$/, cockpitAssetRoute],
  [/^\/api\/cockpit\/assets\/(?<id>[^/]+)\/archive$/, cockpitArchiveRoute],
  [/^\/api\/cockpit\/audit\/export$/, cockpitAuditExportRoute],
  [/^\/api\/cockpit\/bulk-work$/, cockpitBulkWorksRoute],
  [/^\/api\/cockpit\/bulk-work\/(?<id>[^/]+)$/, cockpitBulkWorkRoute],
  [/^\/api\/cockpit\/bulk-work\/(?<id>[^/]+)\/documents$/, cockpitBulkDocumentsRoute],
  [/^\/api\/cockpit\/bulk-work\/(?<id>[^/]+)\/preview$/, cockpitBulkPreviewRoute],
  [/^\/api\/cockpit\/bulk-work\/(?<id>[^/]+)\/start$/, cockpitBulkStartRoute],
  [/^\/api\/cockpit\/document-views$/, cockpitViewsRoute],
  [/^\/api\/cockpit\/document-views\/(?<id>[^/]+)$/, cockpitViewRoute],
  [/^\/api\/cockpit\/documents$/, cockpitDocumentsRoute],
  [/^\/api\/cockpit\/documents\/count$/, cockpitCountRoute],
  [/^\/api\/cockpit\/documents\/facets$/, cockpitFacetsRoute],
  [/^\/api\/cockpit\/search$/, cockpitSearchRoute],
  [/^\/api\/cockpit\/documents\/(?<uuid>[^/]+)$/, cockpitDocumentRoute],
  [/^\/api\/cockpit\/documents\/(?<uuid>[^/]+)\/deletion$/, cockpitDeletionRoute],
  [/^\/api\/cockpit\/documents\/(?<uuid>[^/]+)\/claim$/, cockpitClaimRoute],
  [/^\/api\/cockpit\/documents\/(?<uuid>[^/]+)\/review-skip$/, cockpitReviewSkipRoute],
  [/^\/api\/cockpit\/review\/next$/, cockpitReviewNextRoute],
  [/^\/api\/cockpit\/review\/progress$/, cockpitReviewProgressRoute],
  [/^\/api\/cockpit\/documents\/(?<uuid>[^/]+)\/content$/, cockpitContentRoute],
  [/^\/api\/cockpit\/documents\/(?<uuid>[^/]+)\/corrections$/, cockpitCorrectionsRoute],
  [/^\/api\/cockpit\/documents\/(?<uuid>[^/]+)\/file-url$/, cockpitFileUrlRoute],
  [/^\/api\/cockpit\/documents\/(?<uuid>[^/]+)\/pages$/, cockpitPagesRoute],
  [/^\/api\/cockpit\/documents\/(?<uuid>[^/]+)\/content-erasure$/, cockpitErasureRoute],
  [/^\/api\/cockpit\/documents\/(?<uuid>[^/]+)\/upload-url$/, cockpitUploadUrlRoute],
  [/^\/api\/cockpit\/users$/, cockpitUsersRoute],
  [/^\/api\/cockpit\/users\/(?<id>[^/]+)\/active$/, cockpitUserActiveRoute],
  [/^\/api\/cockpit\/users\/(?<id>[^/]+)\/name$/, cockpitUserNameRoute],
  [/^\/api\/cockpit\/users\/(?<id>[^/]+)\/password-links$/, cockpitPasswordLinksRoute],
  [/^\/api\/cockpit\/users\/(?<id>[^/]+)\/role$/, cockpitUserRoleRoute],
  [/^\/api\/cockpit\/users\/(?<id>[^/]+)\/sessions$/, cockpitUserSessionsRoute],
  [/^\/api\/invitations$/, invitationsRoute],
  [/^\/api\/cockpit\/visits$/, cockpitVisitsRoute],
  [/^\/api\/cockpit\/processing\/correction-choices$/, cockpitCorrectionChoicesRoute],
  [/^\/api\/cockpit\/processing\/forecast$/, cockpitForecastRoute],
  [/^\/api\/cockpit\/unassigned$/, cockpitUnassignedRoute],
  [/^\/api\/auth\/.+$/, authRoute],
  [/^\/api\/cockpit\/account\/password$/, passwordRoute],
  [/^\/api\/cockpit\/account\/second-factor$/, secondFactorRoute],
  [/^\/api\/cockpit\/account\/second-factor\/recovery-codes$/, recoveryCodesRoute],
  [/^\/api\/cockpit\/account\/second-factor\/removal$/, secondFactorRemovalRoute],
  [/^\/api\/cockpit\/users\/(?<id>[^/]+)\/second-factor$/, userSecondFactorRoute],
  [/^\/api\/cockpit\/webhook$/, cockpitWebhookRoute],
  [/^\/api\/cockpit\/webhook\/alert$/, cockpitDeliveryAlertRoute],
  [/^\/api\/cockpit\/webhook\/tests$/, cockpitWebhookTestsRoute],
  [/^\/api\/cockpit\/webhook\/secret-rotations$/, cockpitSecretRotationsRoute],
  [/^\/api\/cockpit\/notifications$/, cockpitNotificationsRoute],
  [/^\/api\/cockpit\/notifications\/resends$/, cockpitNotificationResendsRoute],
  [/^\/api\/cockpit\/notifications\/(?<id>[^/]+)$/, cockpitNotificationRoute],
  [/^\/api\/cockpit\/notifications\/(?<id>[^/]+)\/resend$/, cockpitNotificationResendRoute],
];
