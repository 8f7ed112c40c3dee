import type {
  CockpitNotificationDetail,
  CockpitNotificationPage,
  NewWebhookSecret,
  WebhookOverview,
} from "@/lib/http/notifications/cockpit-schemas";
import { callCockpit } from "../../api/call-cockpit";
import type { DeliveryState } from "../../texts/en/delivery-texts";
import { NOTIFICATIONS_PATH } from "./log-query";

/** Where the overview is read. */
export const WEBHOOK_PATH = "/api/cockpit/webhook";

/** A receiver has 15 s to answer; the call waits for it. */
const TEST_TIMEOUT_MS = 30_000;
/** A period may hold many thousands of notifications. */
const PERIOD_TIMEOUT_MS = 120_000;

/** A period of the delivery log as the API takes it. */
export interface ResendPeriod {
  readonly state: DeliveryState;
  readonly createdFrom: string;
  readonly createdTo: string;
}

/** Where one notification is read. */
export const notificationPath = (id: string) => `${NOTIFICATIONS_PATH}/${encodeURIComponent(id)}`;

/** Of the answers to `logPath`. */
export type LogPage = CockpitNotificationPage;

/** One row of the delivery log. */
export type LogRow = LogPage["items"][number];

/** Holds every notification, whatever this machine's clock says. */
const ALL_TIME = {
  createdFrom: "1970-01-01T00:00:00.000Z",
  createdTo: "9999-12-31T23:59:59.999Z",
} as const;

const callResends = (
  period: ResendPeriod,
  { dryRun, signal }: { readonly dryRun: boolean; readonly signal?: AbortSignal },
) =>
  callCockpit<{ count: number }>("POST", `${NOTIFICATIONS_PATH}/resends`, {
    body: { ...period, dryRun },
    signal,
    timeoutMs: PERIOD_TIMEOUT_MS,
  });

/** Everything that the page can have done; each makes one call and throws CockpitProblem. */
export const webhookCalls = {
  setUrl: (url: string) => callCockpit<WebhookOverview>("PUT", WEBHOOK_PATH, { body: { url } }),
  removeUrl: () => callCockpit<WebhookOverview>("DELETE", WEBHOOK_PATH),
  sendTest: () =>
    callCockpit<CockpitNotificationDetail>("POST", `${WEBHOOK_PATH}/tests`, {
      body: {},
      timeoutMs: TEST_TIMEOUT_MS,
    }),
  createSecret: () =>
    callCockpit<NewWebhookSecret>("POST", `${WEBHOOK_PATH}/secret-rotations`, { body: {} }),
  resend: (id: string) =>
    callCockpit<CockpitNotificationDetail>("POST", `${notificationPath(id)}/resend`, { body: {} }),
  resendPeriod: callResends,
  /** What is pending becomes due now and keeps its series. */
  sendPending: () => callResends({ ...ALL_TIME, state: "pending" }, { dryRun: false }),
};
