import type {
  CockpitNotificationDetail,
  CockpitNotificationPage,
  NewWebhookSecret,
  WebhookOverview,
} from "@/lib/http/notifications/cockpit-schemas";
import { callCockpit } from "../../api/call-cockpit";
import type { DeliveryState } from "../../texts/en/delivery-texts";
import { NOTIFICATIONS_PATH } from "./log-query";

/** The path of the overview. */
export const WEBHOOK_PATH = "/api/cockpit/webhook";

/** A receiver has 15 s to respond, and the call waits for it. */
const TEST_TIMEOUT_MS = 30_000;
/** A period may contain many thousands of notifications. */
const PERIOD_TIMEOUT_MS = 120_000;

/** A period of the delivery log in the form that the API accepts. */
export interface ResendPeriod {
  readonly state: DeliveryState;
  readonly createdFrom: string;
  readonly createdTo: string;
}

/** Returns the path of one notification. */
export const notificationPath = (id: string) => `${NOTIFICATIONS_PATH}/${encodeURIComponent(id)}`;

/** A page of the delivery log. */
export type LogPage = CockpitNotificationPage;

/** One row of the delivery log. */
export type LogRow = LogPage["items"][number];

/** Includes every notification, even if this machine's clock is wrong. */
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

/** All actions on the page. Each makes one call and throws CockpitProblem if it fails. */
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
  /** Makes pending notifications due now without restarting their retry schedule. */
  sendPending: () => callResends({ ...ALL_TIME, state: "pending" }, { dryRun: false }),
};
