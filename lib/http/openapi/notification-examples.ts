import type { z } from "zod";
import { explainAttempt } from "@/lib/notifications/rules/explain-attempt";
import {
  notificationBody,
  TEST_ITEM_UUID,
  webhookIdOf,
} from "@/lib/notifications/rules/notification";
import type {
  delivery,
  notificationDetail,
  notificationRecord,
} from "../notifications/external-api-schemas";
import { EXAMPLE_FEED, EXAMPLE_ORIGIN } from "./examples";

type Delivery = z.infer<typeof delivery>;

const id = "019aa2f5-0d12-7c3a-8e4f-5a6b7c8d9e0f";
const url = "https://dms.example.com/stagedoor";
const createdAt = "2026-11-20T09:15:04.300Z";
const nextAttemptAt = "2026-11-20T09:15:19.120Z";

const items = EXAMPLE_FEED.items.map(({ uuid, url, currentStatus, previousStatus }) => ({
  uuid,
  url,
  currentStatus,
  previousStatus,
}));

const REFUSED = explainAttempt({
  url,
  webhookId: webhookIdOf(id),
  at: new Date(createdAt),
  status: 503,
  location: null,
  code: null,
  certificateExpiresAt: null,
});
const refusal = { sentence: REFUSED?.sentence ?? null, fix: REFUSED?.fix ?? null };

const headersOf = (webhookId: string): Delivery["requestHeaders"] => ({
  "content-type": "application/json",
  "webhook-id": webhookId,
  "webhook-timestamp": "1795166104",
  "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  "x-stagedoor-attempt": "1",
});

/** An attempt that the receiver answered with 503. */
const EXAMPLE_DELIVERY: Delivery = {
  at: createdAt,
  cause: "schedule",
  url,
  requestHeaders: headersOf(webhookIdOf(id)),
  answer: {
    status: 503,
    headers: { "content-type": "text/plain" },
    body: "Back soon",
    isTruncated: false,
    bodyError: null,
  },
  failure: null,
  ...refusal,
  phasesMs: { dns: 1.2, connect: 8.4, tls: 17.9, firstByte: 21.3, total: 49.1 },
  connection: {
    address: "93.184.216.34",
    port: 443,
    tlsVersion: "TLSv1.3",
    certificateIssuer: "Example Trust Services",
    certificateExpiresAt: "2027-02-01T00:00:00.000Z",
  },
  nextAttemptAt,
};

/** A notification whose first attempt has failed. */
export const EXAMPLE_NOTIFICATION: z.infer<typeof notificationRecord> = {
  id,
  webhookId: webhookIdOf(id),
  state: "pending",
  isTest: false,
  itemCount: items.length,
  createdAt,
  settledAt: null,
  attempts: 1,
  nextAttemptAt,
  lastAttempt: { at: createdAt, status: 503, failureCode: null, ...refusal, totalMs: 49.1 },
};

/** The same notification with all its details. */
export const EXAMPLE_NOTIFICATION_DETAIL: z.infer<typeof notificationDetail> = {
  ...EXAMPLE_NOTIFICATION,
  items,
  body: notificationBody(items).toString(),
  deliveries: [EXAMPLE_DELIVERY],
};

/** The same notification after a person chose to send it now. */
export const EXAMPLE_RESENT_NOTIFICATION: z.infer<typeof notificationRecord> = {
  ...EXAMPLE_NOTIFICATION,
  nextAttemptAt: "2026-11-20T09:15:10.000Z",
};

const testId = "019aa2f6-4b21-7d9c-a1b2-c3d4e5f60718";
const testItems = [
  {
    uuid: TEST_ITEM_UUID,
    url: `${EXAMPLE_ORIGIN}/external-api/staged-documents/${TEST_ITEM_UUID}`,
    currentStatus: 1,
    previousStatus: null,
  },
];

/** A test that the receiver answered with 200. */
export const EXAMPLE_TEST_NOTIFICATION: z.infer<typeof notificationDetail> = {
  id: testId,
  webhookId: webhookIdOf(testId),
  state: "delivered",
  isTest: true,
  itemCount: 1,
  createdAt,
  settledAt: "2026-11-20T09:15:04.350Z",
  attempts: 1,
  nextAttemptAt: null,
  lastAttempt: {
    at: createdAt,
    status: 200,
    failureCode: null,
    sentence: null,
    fix: null,
    totalMs: 49.1,
  },
  items: testItems,
  body: notificationBody(testItems).toString(),
  deliveries: [
    {
      ...EXAMPLE_DELIVERY,
      cause: "test",
      requestHeaders: { ...headersOf(webhookIdOf(testId)), "x-stagedoor-test": "1" },
      answer: {
        status: 200,
        headers: { "content-type": "text/plain" },
        body: "",
        isTruncated: false,
        bodyError: null,
      },
      sentence: null,
      fix: null,
      nextAttemptAt: null,
    },
  ],
};
